import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { cancelChat, chat, estimatePrompt, getAiUsage, regenerateDraft, testAiLimits } from '#shared/contract/ai.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type AiApp, collect, refusalOf, SECRET_KEY, startAiApp, textOf } from '#tests/ai-stub/ai-app.ts';
import { ask } from '../test-call.ts';

let ai: AiApp;
beforeAll(async () => {
  ai = await startAiApp();
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

let keys = 0;
const key = () => ({ 'idempotency-key': `run-${++keys}` });

describe('an answer', () => {
  test('is the model’s text with what it took', async () => {
    ai.stub.say('A plain answer.');
    const answer = await ai.client.call(chat, { body: { prompt: 'Say something.' }, headers: key() });
    expect(answer).toMatchObject({ output: 'A plain answer.', model: 'gpt-4o-stand-in', finishReason: 'stop' });
    const { promptTokens, completionTokens, totalTokens, costUsd } = answer.usage;
    expect(totalTokens).toBe(promptTokens + completionTokens);
    expect(costUsd).toBeCloseTo((promptTokens * 2.5 + completionTokens * 10) / 1_000_000, 12);
  });

  test('comes as events: deltas that together are the text, then usage, then done', async () => {
    const prompt = DEFAULT_PROMPTS['buyer-avatar'];
    const events = await collect(ai.client.events(chat, { body: { prompt }, headers: key() }));
    const whole = await ai.client.call(chat, { body: { prompt }, headers: key() });
    expect(textOf(events)).toBe(whole.output);
    expect(events.slice(-2)).toEqual([
      { event: 'usage', data: whole.usage },
      { event: 'done', data: { model: whole.model, finishReason: 'stop' } },
    ]);
  });

  test('is neither compressed nor kept by anybody, and carries the headers of every answer', async () => {
    const response = await ai.fetch('/api/ai/chat', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'accept-encoding': 'br, gzip' },
      body: JSON.stringify({ prompt: 'x' }),
    });
    await response.text();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.has('content-encoding')).toBe(false);
  });

  test('is inserted as it is, whatever stands in it', async () => {
    ai.stub.plan('hostile');
    const events = await collect(ai.client.events(chat, { body: { prompt: 'x' }, headers: key() }));
    expect(textOf(events)).toContain('<script>alert(1)</script>');
    expect(textOf(events)).toContain('{{draftBlogs}} $& $1 $` \u0000 \u2028');
  });

  test('reaches the page word by word, as the provider writes it', async () => {
    ai.stub.plan('hang-midway');
    const headers = key();
    const seen: string[] = [];
    for await (const event of ai.client.events(chat, {
      body: { prompt: DEFAULT_PROMPTS['problem-goal-benefit'] },
      headers,
    })) {
      if (event.event === 'delta') seen.push(event.data.text);
      // The provider has fallen silent: this text came while the answer was under way.
      if (seen.join('').split(/\s+/).length >= 20) break;
    }
    expect(seen.join('')).toMatch(/^### 1\./);
    await ask(ai.app.http, cancelChat, { cookie: ai.cookie, params: { key: headers['idempotency-key'] } });
  });
});

test('a reader who does not read holds nobody up, and still gets all of it', async () => {
  ai.stub.plan('huge');
  const headers = key();
  const body = { prompt: 'A very long answer.' };
  const slow = await ai.fetch('/api/ai/chat', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify(body),
  });
  const { output } = await ai.client.call(chat, { body, headers });
  const deltas = [...(await slow.text()).matchAll(/^event: delta\ndata: (.*)$/gm)];
  const text = deltas.map(([, data = '']) => (JSON.parse(data) as { text: string }).text).join('');
  expect(text.length).toBe(1_000_000);
  expect(text === output).toBe(true);
  expect(ai.stub.log.entries).toHaveLength(1);
});

describe('before anything is spent', () => {
  test('a prompt of 200,000 tokens is refused in the words the owner’s screen knows', async () => {
    const prompt = 'tea and a long walk '.repeat(40_000);
    const error = await refusalOf(ai.client.call(chat, { body: { prompt }, headers: key() }));
    expect(error.code).toBe('ai_context_too_large');
    expect(error.detail).toMatch(/^This prompt has 200,00\d tokens\..*maximum context length of 128,000\.$/);
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('the same limit holds for a draft that is written anew', async () => {
    const prompt = 'tea and a long walk '.repeat(40_000);
    const error = await refusalOf(ai.client.call(regenerateDraft, { body: { prompt }, headers: key() }));
    expect(error.code).toBe('ai_context_too_large');
  });

  test('an estimate says what a prompt will take', async () => {
    const { tokens, ...rest } = await ai.client.call(estimatePrompt, { body: { prompt: 'One two three.' } });
    expect(tokens).toBe(12);
    expect(rest).toEqual({
      estimated: false,
      model: 'gpt-4o',
      contextLimit: 128_000,
      maxOutputTokens: 16_384,
      costUsd: (12 * 2.5 + 16_384 * 10) / 1_000_000,
    });
    expect(ai.stub.log.entries).toEqual([]);
  });

  test('an unbroken run is estimated, and said to be', async () => {
    const answer = await ai.client.call(estimatePrompt, { body: { prompt: 'a'.repeat(200_000) } });
    expect(answer).toMatchObject({ estimated: true, tokens: 100_008 });
  });
});

describe('the books', () => {
  test('hold every call with its tokens and cost, by month and by run', async () => {
    const before = await ai.client.call(getAiUsage, {});
    const body = { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId: 'run-of-the-books', step: 1 };
    const { usage } = await ai.client.call(chat, { body, headers: key() });
    const ofRun = await ai.client.call(getAiUsage, { query: { runId: 'run-of-the-books' } });
    const after = await ai.client.call(getAiUsage, {});
    expect(ofRun).toMatchObject({ calls: 1, ...usage, limitUsd: null });
    expect(after.month).toBe(new Date(ai.app.clock.now()).toISOString().slice(0, 7));
    expect([after.calls - before.calls, after.totalTokens - before.totalTokens]).toEqual([1, usage.totalTokens]);
  });

  test('name the step of a call by its id, also where an earlier app says its number', async () => {
    const runId = 'run-of-steps';
    for (const step of [{ stepId: 'fact-check' }, { step: 6 }, {}]) {
      await ai.client.call(chat, { body: { prompt: 'Say it.', runId, ...step }, headers: key() });
    }
    const booked = ai.app.database.sqlite.prepare('select step from ai_calls where run_id = ? order by id').pluck();
    expect(booked.all(runId)).toEqual(['fact-check', 'keywords', null]);
  });

  test('hold what was written of an answer that broke off, and nothing for one that was refused', async () => {
    const cost = async (fault: 'cut' | 'unauthorized', runId: string) => {
      ai.stub.plan(fault);
      await refusalOf(
        ai.client.call(chat, { body: { prompt: DEFAULT_PROMPTS['buyer-avatar'], runId }, headers: key() }),
      );
      return ai.client.call(getAiUsage, { query: { runId } });
    };
    const broken = await cost('cut', 'a-broken-run');
    expect(broken.promptTokens).toBeGreaterThan(100);
    expect(broken.completionTokens).toBeGreaterThan(5);
    expect(await cost('unauthorized', 'a-refused-run')).toMatchObject({ calls: 1, totalTokens: 0, costUsd: 0 });
  });

  test('count for themselves where the provider does not say', async () => {
    ai.stub.plan('no-usage');
    ai.stub.say('One two three.');
    const { usage } = await ai.client.call(chat, { body: { prompt: 'One two three.' }, headers: key() });
    expect(usage).toMatchObject({ promptTokens: 12, completionTokens: 4 });
  });
});

test('a draft is written anew: one draft, the model’s own text, and what it took', async () => {
  const body = {
    targetMarket: 'Women over 30 in St. Pete',
    prompt: `${DEFAULT_PROMPTS['draft-blogs']}\nFor {{targetMarket}}, and $& as it is.`,
    draftIndex: 1,
  };
  const { draft, output, finishReason } = await ai.client.call(regenerateDraft, { body, headers: key() });
  expect(finishReason).toBe('stop');
  expect(output).toContain(`Title: ${draft.title}`);
  expect(draft.content).not.toContain('Title:');
  expect(draft).toMatchObject({ category: 'Lifestyle', featured: true });
  const [{ prompt } = { prompt: '' }] = ai.stub.log.entries;
  expect(prompt).toContain('For Women over 30 in St. Pete, and $& as it is.');
  expect(prompt).toContain('Write only post number 2');
});

test('the test of the limits says how long an answer became', async () => {
  const answer = await ai.client.call(testAiLimits, {});
  expect(answer.maxTokensSetting).toBe(16_384);
  expect(answer.charCount).toBe(answer.output.length);
  expect(answer.wordCount).toBeGreaterThan(2000);
  expect(answer.tokenUsage.total_tokens).toBe(answer.tokenUsage.prompt_tokens + answer.tokenUsage.completion_tokens);
});

test('the key is in no log, no answer and no table', async () => {
  expect(ai.logged()).toContain('AI call answered');
  const { sqlite } = ai.app.database;
  const stored = JSON.stringify(sqlite.prepare('select * from ai_calls').all());
  for (const text of [ai.logged(), stored]) {
    expect(text).not.toContain(SECRET_KEY);
    expect(text).not.toContain(ai.stub.address);
  }
});
