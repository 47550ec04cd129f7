import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#shared/api-client/api-error.ts';
import { type ChatAnswer, chat, type FinishReason, getAiUsage } from '#shared/contract/ai.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type AiApp, collect, SECRET_KEY, startAiApp, textOf } from '#tests/ai-stub/ai-app.ts';
import { FAULTS, type Fault } from '#tests/ai-stub/stub-faults.ts';
import { startAiStub } from '#tests/ai-stub/stub-server.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';

// The outcome of a chat for each fault of the stand-in provider. Pictures have their own tests (ai-pictures.test.ts).

let ai: AiApp;
const timers = createTestTimers({ atOnce: 10_000 });
/** Everything that these tests have sent to the owner's browser. */
const shown: string[] = [];
beforeAll(async () => {
  ai = await startAiApp({ timers });
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

let keys = 0;
async function ask(runId = 'faults'): Promise<ChatAnswer | ApiError> {
  const headers = { 'idempotency-key': `fault-${++keys}` };
  const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId };
  const result = await ai.client.call(chat, { body, headers }).catch((error: unknown) => error as ApiError);
  shown.push(result instanceof ApiError ? result.message : JSON.stringify(result));
  return result;
}

/**
 * The message to the owner, the number of requests to the provider, and whether anything was booked, for each fault.
 */
const failures: [fault: Fault, code: ErrorCode, message: RegExp, requests: number, isPaid: boolean][] = [
  ['rate-limit', 'rate_limited', /^The AI provider has had too many requests/, 4, false],
  ['quota', 'ai_refused', /billing details/, 1, false],
  ['server-error', 'ai_provider_failed', /^The AI provider could not answer. Try again in a moment.$/, 4, false],
  ['unavailable', 'ai_provider_failed', /^The AI provider could not answer. Try again in a moment.$/, 4, false],
  [
    'anthropic-overloaded',
    'ai_provider_failed',
    /^The AI provider has too much to do. Wait a moment and try again.$/,
    4,
    false,
  ],
  ['anthropic-key', 'ai_refused', /^The AI provider refused the key. /, 1, false],
  ['anthropic-credit', 'ai_refused', /wants its billing settled first. Your credit balance is too low/, 1, false],
  ['anthropic-no-model', 'ai_refused', /model: gpt-4o/, 1, false],
  ['anthropic-long', 'ai_context_too_large', /prompt is too long: 208512 tokens/, 1, false],
  ['ollama-no-model', 'ai_refused', /not found, try pulling it first/, 1, false],
  [
    'ollama-memory',
    'ai_refused',
    /^The AI provider cannot load this model. Choose a smaller one. .*model requires more/,
    1,
    false,
  ],
  ['google-key', 'ai_refused', /^The AI provider refused the key. /, 1, false],
  [
    'google-minute',
    'rate_limited',
    /^The AI provider has had too many requests. Wait a moment and try again.$/,
    4,
    false,
  ],
  ['google-quota', 'ai_refused', /wants its billing settled first. You exceeded your current quota/, 1, false],
  ['google-no-model', 'ai_refused', / models\/gpt-4o is not found for API version/, 1, false],
  ['openrouter-credits', 'ai_refused', /wants its billing settled first. Insufficient credits/, 1, false],
  ['openrouter-upstream', 'rate_limited', /^The AI provider has had too many requests/, 4, false],
  ['openrouter-long', 'ai_context_too_large', /Acme: This model's maximum context length/, 1, false],
  ['openrouter-moderated', 'ai_refused', /refused this request. .*Your input was flagged for "violence"/, 1, false],
  ['openrouter-in-200', 'ai_provider_failed', /^The AI provider could not answer. Try again in a moment.$/, 4, false],
  ['openrouter-midway', 'ai_provider_failed', /^The AI provider could not answer/, 1, true],
  [
    'unauthorized',
    'ai_refused',
    /^The AI provider refused the key. It is set where the server is: add a provider in Settings, AI, or tell whoever runs the server.$/,
    1,
    false,
  ],
  ['forbidden', 'ai_refused', /Your organization has no access to gpt-4o yet \(key …\)/, 1, false],
  ['no-model', 'ai_refused', /The model is set where the server is.*The model `gpt-4o` does not exist/, 1, false],
  ['context-length', 'ai_context_too_large', /maximum context length/, 1, false],
  ['content-policy', 'ai_refused', /rejected as a result of our safety system/, 1, false],
  ['refusal', 'ai_refused', /I'm sorry, but I can't help with that\./, 1, true],
  ['content-filter-empty', 'ai_refused', /content filter/, 1, true],
  ['cut', 'ai_provider_failed', /broke off/, 1, true],
  ['cut-early', 'ai_provider_failed', /broke off/, 1, true],
  ['unfinished', 'ai_provider_failed', /broke off before it was complete/, 1, true],
  ['error-event', 'ai_provider_failed', /broke off/, 1, true],
  ['garbage', 'ai_provider_failed', /made no sense/, 1, true],
  ['wrong-shape', 'ai_provider_failed', /made no sense/, 1, true],
  ['picture-part', 'ai_provider_failed', /made no sense/, 1, true],
  ['wrong-type', 'ai_provider_failed', /broke off/, 1, true],
  ['redirect', 'ai_provider_failed', /sends us to another address/, 1, true],
  ['reset', 'ai_provider_failed', /broke off/, 1, true],
];

test.each(failures)('%s: the owner is told %s', async (fault, code, message, requests, isPaid) => {
  ai.stub.plan(fault, { times: 10 });
  const error = await ask(`run-${fault}`);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ code, detail: expect.stringMatching(message) });
  expect(ai.stub.log.entries).toHaveLength(requests);
  const usage = await ai.client.call(getAiUsage, { query: { runId: `run-${fault}` } });
  expect([usage.calls, usage.promptTokens > 0]).toEqual([1, isPaid]);
});

/** Faults that still give an answer, and how complete the answer is. */
const answers: [fault: Fault, finishReason: FinishReason, length: (characters: number) => boolean][] = [
  ['length', 'length', (characters) => characters > 300],
  ['content-filter', 'content_filter', (characters) => characters === 200],
  ['empty', 'other', (characters) => characters === 0],
  ['blank', 'other', (characters) => characters === 5],
  ['huge', 'length', (characters) => characters === 1_000_000],
  ['hostile', 'stop', (characters) => characters > 100],
  ['no-usage', 'stop', (characters) => characters > 1000],
  ['lying-usage', 'stop', (characters) => characters > 1000],
  ['tool-call', 'tool_call', (characters) => characters === 0],
  ['tool-call-after-words', 'tool_call', (characters) => characters > 300],
  ['web-page', 'stop', (characters) => characters > 50],
  ['picture-words', 'stop', (characters) => characters > 50],
];

test.each(answers)('%s: the answer says %s', async (fault, finishReason, isRight) => {
  ai.stub.plan(fault);
  const answer = (await ask()) as ChatAnswer;
  expect(answer.finishReason).toBe(finishReason);
  expect(isRight(answer.output.length)).toBe(true);
  expect(ai.stub.log.entries).toHaveLength(1);
});

test('slow: it takes its time', async () => {
  ai.stub.plan('slow');
  ai.stub.say('Two words.');
  expect(await ask()).toMatchObject({ output: 'Two words.', finishReason: 'stop' });
});

describe('again', () => {
  test.each(['rate-limit', 'server-error', 'unavailable'] as const)('after %s, and booked once', async (fault) => {
    ai.stub.plan(fault, { times: 3 });
    const answer = (await ask(`again-${fault}`)) as ChatAnswer;
    expect(answer.finishReason).toBe('stop');
    expect(ai.stub.log.entries).toHaveLength(4);
    const usage = await ai.client.call(getAiUsage, { query: { runId: `again-${fault}` } });
    expect(usage).toMatchObject({ calls: 1, ...answer.usage });
  });

  test('who asks for it is told how long is waited; earlier apps get no event they do not know', async () => {
    const told = async (query: { waiting?: boolean }) => {
      ai.stub.plan('rate-limit', { retryAfter: 7 });
      const events = await collect(ai.client.events(chat, { query, body: { prompt: 'Say it.' } }));
      expect(events.at(-1)).toMatchObject({ event: 'done' });
      return events.filter(({ event }) => event === 'waiting');
    };
    expect(await told({ waiting: true })).toEqual([{ event: 'waiting', data: { ms: 7000 } }]);
    expect(await told({})).toEqual([]);
  });

  test('after the seconds that Google names, in words that are those of a bill', async () => {
    ai.stub.plan('google-minute', { retryAfter: 7 });
    const events = await collect(ai.client.events(chat, { query: { waiting: true }, body: { prompt: 'Say it.' } }));
    expect(events[0]).toEqual({ event: 'waiting', data: { ms: 7000 } });
    expect(events.at(-1)).toMatchObject({ event: 'done' });
  });

  test('not where the provider asks to wait longer than a minute', async () => {
    ai.stub.plan('rate-limit', { times: 2, retryAfter: 61 });
    const detail = 'The AI provider has had too many requests. It asks to be left alone for 2 min.';
    expect(await ask()).toMatchObject({ code: 'rate_limited', detail });
    expect(ai.stub.log.entries).toHaveLength(1);
  });
});

describe('a provider that falls silent is given up', () => {
  test('before the first word', async () => {
    ai.stub.plan('hang');
    const asked = ask();
    await ai.stub.log.until(({ fault }) => fault === 'hang');
    timers.advance(180_000);
    expect(await asked).toMatchObject({
      code: 'ai_provider_failed',
      detail: expect.stringMatching(/said nothing for too long/),
    });
    await ai.stub.log.until(({ end }) => end === 'closed by client');
  });

  test('in the middle, and what had come is there', async () => {
    ai.stub.plan('hang-midway');
    const events = [];
    for await (const event of ai.client.events(chat, { body: { prompt: DEFAULT_PROMPTS['buyer-avatar'] } })) {
      events.push(event);
      if (textOf(events).split(/\s+/).length === 21) timers.advance(180_000);
    }
    expect(textOf(events)).toMatch(/^## Who they are/);
    expect(events.at(-1)).toMatchObject({
      event: 'error',
      data: { code: 'ai_provider_failed', message: expect.stringMatching(/said nothing for too long/) },
    });
    await ai.stub.log.until(({ end }) => end === 'closed by client');
  });
});

test('nobody there: it is tried four times, and the owner is told where to look', async () => {
  const gone = await startAiStub();
  await gone.close();
  const alone = await startAiApp({ timers, env: { OPENAI_BASE_URL: gone.baseUrl } });
  const error = await alone.client.call(chat, { body: { prompt: 'x' } }).catch((thrown: unknown) => thrown as ApiError);
  expect(error).toMatchObject({
    code: 'ai_provider_failed',
    detail: expect.stringMatching(/cannot be reached. Check the network/),
  });
  shown.push(String(error), alone.logged());
  expect(alone.logged()).not.toContain(new URL(gone.address).host);
  await alone.close();
});

test('an error in a stream is an event, with the code and text of the JSON answer', async () => {
  ai.stub.plan('unauthorized', { times: 2 });
  const error = (await ask()) as ApiError;
  const events = await collect(ai.client.events(chat, { body: { prompt: 'x' } }));
  expect(events).toEqual([
    {
      event: 'error',
      data: { code: error.code, message: error.detail, reason: 'key', requestId: expect.stringMatching(/^req-/) },
    },
  ]);
});

test('every fault has its place here or among the pictures', () => {
  const elsewhere: Fault[] = ['slow', 'hang', 'hang-midway'];
  const named = new Set([...failures.map(([fault]) => fault), ...answers.map(([fault]) => fault), ...elsewhere]);
  expect(Object.keys(FAULTS).filter((fault) => !fault.startsWith('image-') && !named.has(fault as Fault))).toEqual([]);
});

test('neither key nor address of the provider was shown, logged or stored', () => {
  const stored = JSON.stringify(ai.app.database.sqlite.prepare('select * from ai_calls').all());
  for (const text of [...shown, ai.logged(), stored]) {
    expect(text).not.toContain(SECRET_KEY);
    expect(text).not.toContain(SECRET_KEY.slice(3, 20));
    expect(text).not.toContain(new URL(ai.stub.address).host);
  }
});
