import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { chat, estimatePrompt, generateImage, getAiUsage } from '#shared/contract/ai.ts';
import {
  createAiProvider,
  deleteAiProvider,
  listAiProviders,
  type ProviderFields,
  testAiProvider,
  updateAiChoices,
  updateAiProvider,
} from '#shared/contract/ai-providers.ts';
import { estimateReading } from '#shared/contract/second-readings.ts';
import { DEFAULT_PROMPTS } from '#shared/workflow/prompts/default-prompts.ts';
import { type AiApp, refusalOf, SECRET_KEY, startAiApp } from '#tests/ai-stub/ai-app.ts';
import { SELF_SIGNED } from '#tests/ai-stub/self-signed.ts';
import { type AiStub, startAiStub } from '#tests/ai-stub/stub-server.ts';

// Profiles of AI providers, tested with a second stand-in at an address that the owner has typed.

const OWN_KEY = 'sk-or-v1-0wnK3yOfTheOwnerNeverShown42';
let ai: AiApp;
let other: AiStub;
const shown: string[] = [];
beforeAll(async () => {
  other = await startAiStub();
  ai = await startAiApp({ env: { AI_ALLOW_LOCAL: 'true' } });
});
afterAll(async () => {
  await ai.close();
  await other.close();
});
afterEach(async () => {
  ai.stub.reset();
  other.reset();
  for (const { id } of (await settings()).providers) {
    if (id > 0) await ai.client.call(deleteAiProvider, { params: { id } });
  }
});

async function settings(app = ai) {
  const answer = await app.client.call(listAiProviders, {});
  shown.push(JSON.stringify(answer));
  return answer;
}
const textModel = { name: 'own-model', use: 'text' as const, priceInput: 1, priceOutput: 2, pricePicture: null };
const limits = { contextLimit: 32_000, maxOutputTokens: 2000 };
const fields = (changes: Partial<ProviderFields> = {}): ProviderFields => ({
  name: 'Router',
  kind: 'openrouter',
  address: other.baseUrl,
  key: OWN_KEY,
  models: [{ ...textModel, ...limits }],
  monthlyLimitUsd: null,
  ...changes,
});
const make = (changes: Partial<ProviderFields> = {}, app = ai) =>
  app.client.call(createAiProvider, { body: fields(changes) });
const none = { text: null, picture: null, steps: [], monthlyLimitUsd: null };
const chooseText = (providerId: number, model = 'own-model') =>
  ai.client.call(updateAiChoices, { body: { ...none, text: { providerId, model } } });
const check = (id: number, app = ai, model?: string) =>
  app.client.call(testAiProvider, { params: { id }, query: { model } });
let keys = 0;
const buy = (body: { prompt: string; stepId?: string }, key = `own-${++keys}`) =>
  ai.client.call(chat, { body, headers: { 'idempotency-key': key } });

describe('a profile', () => {
  test('keeps its key on the server: it is never answered, logged or stored as it is', async () => {
    const made = await make();
    expect(made).toMatchObject({ key: 'kept', isReady: true, address: other.baseUrl });
    await chooseText(made.id);
    other.plan('unauthorized');
    const error = await refusalOf(buy({ prompt: 'x' }));
    expect(error.detail).toBe('The AI provider refused the key. Enter the key of “Router” again, in Settings, AI.');
    await settings();
    const stored = JSON.stringify(ai.app.database.sqlite.prepare('select * from ai_providers, ai_calls').all());
    for (const text of [...shown, ai.logged(), stored, error.message]) {
      expect(text).not.toContain(OWN_KEY);
      expect(text).not.toContain(SECRET_KEY);
    }
    expect(ai.logged()).not.toContain(new URL(other.address).host);
  });

  test('keeps its key when none is sent, takes a new one, and gives it up', async () => {
    const { id } = await make();
    const { key: _, ...noKey } = fields({ name: 'Renamed' });
    const change = (body: ProviderFields) => ai.client.call(updateAiProvider, { params: { id }, body });
    expect(await change(noKey)).toMatchObject({ name: 'Renamed', key: 'kept' });
    expect(await change({ ...noKey, key: '' })).toMatchObject({ key: 'none' });
    expect(await change({ ...noKey, key: 'another' })).toMatchObject({ key: 'kept' });
  });

  test('does not send its key to another address', async () => {
    const { id } = await make();
    const { key: _, ...noKey } = fields({ address: ai.stub.baseUrl });
    const error = await refusalOf(ai.client.call(updateAiProvider, { params: { id }, body: noKey }));
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'key' }] });
  });

  test('that is called as another is refused', async () => {
    await make();
    expect((await refusalOf(make({ name: 'ROUTER' }))).code).toBe('name_taken');
  });

  test.each([
    ['a key with a line break', { key: 'sk-one\nsk-two' }],
    ['a key with a letter no header takes', { key: 'sk-één' }],
    ['a price beyond reason', { models: [{ ...textModel, ...limits, priceInput: 1e9 }] }],
    ['an answer longer than its context', { models: [{ ...textModel, contextLimit: 10, maxOutputTokens: 10 }] }],
    ['a model named twice', { models: [1, 2].map(() => ({ ...textModel, ...limits })) }],
    ['an address that is none', { address: 'api.openai.com/v1' }],
    ['an address with a password', { address: 'https://me:secret@example.com/v1' }],
    ['an address of another protocol', { address: 'file:///etc/passwd' }],
    ['the address clouds tell their secrets at', { address: 'http://169.254.169.254/latest' }],
    ['the same in other words', { address: 'http://[::ffff:a9fe:a9fe]/v1' }],
  ])('%s is refused at the form', async (_, changes) => {
    const error = await refusalOf(make(changes));
    expect(error).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(JSON.stringify(error.issues)).not.toContain('sk-');
    expect((await settings()).providers).toHaveLength(1);
  });

  test('of the environment is there, read-only, and tells no address', async () => {
    const [environment] = (await settings()).providers;
    expect(environment).toMatchObject({
      id: 0,
      name: 'From the environment',
      address: null,
      key: 'kept',
      isReady: true,
    });
    const change = { params: { id: 0 }, body: fields() };
    expect((await refusalOf(ai.client.call(updateAiProvider, change))).status).toBe(400);
    expect((await refusalOf(ai.client.call(deleteAiProvider, { params: { id: 0 } }))).status).toBe(400);
  });
});

describe('a model that is chosen', () => {
  test('for texts, for pictures and for one step is asked there, and the rest at the environment’s', async () => {
    const picture = { name: 'own-pictures', use: 'picture' as const, priceInput: null, priceOutput: null };
    const { id } = await make({
      models: [
        { ...textModel, ...limits },
        { ...picture, pricePicture: 0.01, ...limits },
      ],
    });
    const steps = [{ stepId: 'seo-strategies', providerId: id, model: 'own-model' }];
    const body = { ...none, picture: { providerId: id, model: 'own-pictures' }, steps };
    expect((await ai.client.call(updateAiChoices, { body })).choices).toMatchObject(body);
    await buy({ prompt: 'One.' });
    await buy({ prompt: 'Two.', stepId: 'seo-strategies' });
    await ai.client.call(generateImage, { body: { title: 'A hill', excerpt: 'Green.' } });
    expect(ai.stub.log.entries.map(({ model }) => model)).toEqual(['gpt-4o']);
    expect(other.log.entries.map(({ model }) => model)).toEqual(['own-model', 'own-pictures']);
    const estimate = (stepId: string) => ai.client.call(estimatePrompt, { body: { prompt: 'x', stepId } });
    expect(await estimate('seo-strategies')).toMatchObject({ model: 'own-model', contextLimit: 32_000 });
    expect(await estimate('keywords')).toMatchObject({ model: 'gpt-4o', contextLimit: 128_000 });
    // The prompt of this step asks for seven hundred words, and the model may give more than twice as many.
    const { tokens, costUsd, usualUsd } = await estimate('seo-strategies');
    expect(costUsd).toBeCloseTo((tokens + 2000 * 2) / 1e6, 9);
    expect(usualUsd).toBeCloseTo((tokens + 933 * 2) / 1e6, 9);
  });

  test('is one that is there', async () => {
    const { id } = await make();
    expect((await refusalOf(chooseText(id, 'another'))).issues).toMatchObject([{ path: 'text' }]);
    expect((await refusalOf(chooseText(99))).issues).toMatchObject([{ path: 'text' }]);
  });

  test('goes back to the environment when its profile is deleted; what was bought with it is still given', async () => {
    const { id } = await make();
    await chooseText(id);
    const first = await buy({ prompt: 'Kept.' }, 'kept-key');
    await ai.client.call(deleteAiProvider, { params: { id } });
    expect((await settings()).choices.text).toBeNull();
    expect(await buy({ prompt: 'Kept.' }, 'kept-key')).toEqual(first);
    await buy({ prompt: 'New.' });
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('has its costs booked by its own prices, and its own limit', async () => {
    const { id } = await make();
    await chooseText(id);
    const { usage } = await buy({ prompt: DEFAULT_PROMPTS['buyer-avatar'] });
    expect(usage.costUsd).toBeCloseTo((usage.promptTokens * 1 + usage.completionTokens * 2) / 1e6, 12);
    const own = (await settings()).providers.find((each) => each.id === id);
    expect(own?.spentUsd).toBeCloseTo(usage.costUsd ?? 0, 12);
    const { key: _, ...body } = fields({ monthlyLimitUsd: usage.costUsd });
    await ai.client.call(updateAiProvider, { params: { id }, body });
    const error = await refusalOf(buy({ prompt: 'More.' }));
    expect(error).toMatchObject({ status: 402, detail: expect.stringContaining('“Router” has spent') });
    expect(other.log.entries).toHaveLength(1);
  });

  test('is asked beyond the month’s limit where it is free, until its provider tells of a cost', async () => {
    await buy({ prompt: 'Paid for.' });
    const { id } = await make({ kind: 'ollama', models: [{ ...textModel, ...limits, priceInput: 0, priceOutput: 0 }] });
    const limited = { ...none, monthlyLimitUsd: 0.000_001 };
    await ai.client.call(updateAiChoices, { body: limited });
    expect(await refusalOf(buy({ prompt: 'More.' }))).toMatchObject({ code: 'ai_budget_reached' });
    await ai.client.call(updateAiChoices, { body: { ...limited, text: { providerId: id, model: 'own-model' } } });
    expect((await buy({ prompt: 'For nothing.' })).usage.costUsd).toBe(0);
    ai.app.database.sqlite.prepare('update ai_calls set cost_usd = 0.01 where provider_id = ?').run(id);
    expect(await refusalOf(buy({ prompt: 'More.' }))).toMatchObject({ code: 'ai_budget_reached' });
    await ai.client.call(updateAiChoices, { body: none });
  });

  test('without a price is not asked while there is a limit that could not hold', async () => {
    const { id } = await make({ kind: 'other', models: [{ ...textModel, ...limits, priceInput: null }] });
    await chooseText(id);
    await buy({ prompt: 'No limit.' });
    const body = { ...none, text: { providerId: id, model: 'own-model' }, monthlyLimitUsd: 5 };
    await ai.client.call(updateAiChoices, { body });
    expect(await refusalOf(buy({ prompt: 'Limit.' }))).toMatchObject({
      code: 'ai_not_configured',
      detail: expect.stringContaining('no price of “own-model”'),
    });
    expect((await ai.client.call(getAiUsage, {})).limitUsd).toBe(5);
  });

  test('of the environment is not asked either: a limit may be set in Settings alone', async () => {
    const bare = await startAiApp({ stub: await startAiStub(), env: { AI_PRICE_INPUT: '', AI_PRICE_OUTPUT: '' } });
    const secondReader = { isOn: true, model: null, postLimitUsd: 1, monthLimitUsd: 1, isAutomatic: false };
    const body = { title: 'T', excerpt: 'E', content: 'Words.', postId: 0, document: 'draft:bare', categoryId: 0 };
    const read = () => bare.client.call(estimateReading, { body: { ...body, isAutomatic: false } });
    const price = {
      code: 'ai_not_configured',
      detail: expect.stringContaining('add a provider with prices in Settings, AI'),
    };
    await bare.client.call(updateAiChoices, { body: { ...none, secondReader } });
    expect(await refusalOf(read())).toMatchObject(price);
    await bare.client.call(updateAiChoices, { body: { ...none, monthlyLimitUsd: 5 } });
    expect(
      await refusalOf(bare.client.call(chat, { body: { prompt: 'Limit.' }, headers: { 'idempotency-key': 'bare' } })),
    ).toMatchObject(price);
    expect(bare.stub.log.entries).toEqual([]);
    await bare.close();
  });
});

describe('a server whose environment names no provider', () => {
  // Keys are sealed with AI_KEY_SECRET when it is set, and otherwise with SESSION_SECRET.
  test.each(['SESSION_SECRET', 'AI_KEY_SECRET'])(
    'uses the first one that is added, and the next start with another %s asks for its key alone',
    async (secret) => {
      const env = { OPENAI_API_KEY: '', OPENAI_BASE_URL: '', AI_ALLOW_LOCAL: 'true', [secret]: 'a'.repeat(32) };
      const before = await startAiApp({ env });
      expect(await before.client.call(getAiUsage, {})).toMatchObject({ isConfigured: false });
      const { id } = await make({}, before);
      expect((await settings(before)).choices.text).toEqual({ providerId: id, model: 'own-model' });
      await before.client.call(chat, { body: { prompt: 'x' } });
      await before.close({ keepFolder: true, keepStub: true });

      const changed = { ...env, [secret]: 'b'.repeat(32) };
      const after = await startAiApp({ env: changed, folder: before.app.folder, stub: before.stub });
      const own = (await settings(after)).providers.find((each) => each.id === id);
      expect(own).toMatchObject({ key: 'again', isReady: false, name: 'Router' });
      expect(await after.client.call(getAiUsage, {})).toMatchObject({ isConfigured: false, calls: 1 });
      const again = 'Enter the key of “Router” again, in Settings, AI.';
      expect(await refusalOf(after.client.call(chat, { body: { prompt: 'x' } }))).toMatchObject({ detail: again });
      await after.client.call(updateAiProvider, { params: { id }, body: fields() });
      expect((await after.client.call(chat, { body: { prompt: 'x' } })).finishReason).toBe('stop');
      await after.close();
    },
  );
});

describe('a test of a profile', () => {
  test('asks for a few words, books them, and names the models there are', async () => {
    const { id } = await make();
    const answer = await check(id);
    expect(answer).toMatchObject({ fault: 'nothing', model: 'own-model', message: 'It works: own-model answered.' });
    expect(answer.usage?.costUsd).toBeGreaterThan(0);
    expect(await check(0)).toMatchObject({ fault: 'nothing', model: 'gpt-4o' });
  });

  test.each([
    ['unauthorized', 'key', '“Router” refused the key. Enter it again.'],
    ['forbidden', 'key', 'refused the key'],
    ['quota', 'billing', '“Router” wants to be paid first. You exceeded your current quota'],
    ['no-model', 'model', 'the key may not use it. The model `own-model` does not exist'],
    ['redirect', 'redirect', 'sends us to another address'],
    ['wrong-type', 'not_openai', 'does not speak OpenAI’s API'],
    ['garbage', 'not_openai', 'does not speak'],
    ['wrong-shape', 'not_openai', 'does not speak'],
    ['unavailable', 'busy', 'too much to do'],
    ['rate-limit', 'busy', 'too much to do'],
    ['reset', 'not_reachable', 'cannot be reached'],
  ] as const)('%s: it says %s', async (fault, expected, words) => {
    const { id } = await make();
    other.plan(fault);
    const answer = await check(id);
    expect(answer).toMatchObject({ fault: expected, message: expect.stringContaining(words) });
    expect(answer.message).not.toMatch(/OPENAI_|sk-or/);
    expect(other.log.entries.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test.each([
    ['unauthorized', 'key', 'refused the key. It is set where the server is: add a provider in Settings, AI, or tell'],
    ['anthropic-credit', 'billing', 'wants to be paid first. Your credit balance is too low'],
    ['ollama-memory', 'model', 'cannot load this model. Choose a smaller one. "model requires more system memory'],
  ] as const)('%s: the environment’s is never said to be entered again', async (fault, expected, words) => {
    ai.stub.plan(fault);
    const answer = await check(0);
    expect(answer).toMatchObject({ fault: expected, message: expect.stringContaining(words) });
    expect(answer.message).not.toMatch(/Enter|OPENAI_/);
  });

  test('nobody there, and an address inside that a rebound name would lead to', async () => {
    const gone = await startAiStub();
    await gone.close();
    const { id } = await make({ address: gone.baseUrl });
    expect(await check(id)).toMatchObject({ fault: 'not_reachable' });
    // A name that the form has checked can lead to another address by the time of the request.
    ai.app.database.sqlite.prepare('update ai_providers set address = ?').run('http://169.254.169.254/v1');
    await ai.client.call(updateAiProvider, { params: { id }, body: fields() });
    ai.app.database.sqlite
      .prepare("update ai_providers set address = 'http://169.254.169.254/v1', sealed_key = null")
      .run();
    expect(await check(id)).toMatchObject({ fault: 'refused_address', usage: null });
  });

  test('without a model it says which there are', async () => {
    const { id } = await make({ models: [] });
    expect(await check(id)).toMatchObject({ fault: 'no_models', model: null, usage: null, models: expect.any(Array) });
  });
});

// These tests have an app of their own, because only a limited number of profile tests is allowed in a minute.
describe('a test of what is answered in other ways', () => {
  let own: AiApp;
  beforeAll(async () => {
    own = await startAiApp({ env: { AI_ALLOW_LOCAL: 'true' } });
  });
  afterAll(() => own.close());

  test.each([
    ['google-key', 'key', '” refused the key. Enter it again.'],
    ['google-minute', 'busy', 'too much to do'],
    ['google-quota', 'billing', '” wants to be paid first. You exceeded your current quota'],
    ['google-no-model', 'model', 'the key may not use it. models/own-model is not found'],
    ['openrouter-credits', 'billing', '” wants to be paid first. Insufficient credits'],
    ['openrouter-upstream', 'busy', 'too much to do'],
    ['openrouter-in-200', 'busy', 'too much to do'],
    ['openrouter-moderated', 'other', 'Your input was flagged'],
  ] as const)('%s: it says %s', async (fault, expected, words) => {
    const { id } = await make({ name: `Router ${fault}` }, own);
    other.plan(fault);
    expect(await check(id, own)).toMatchObject({ fault: expected, message: expect.stringContaining(words) });
  });

  test('asks the model that is named, and no other than it has', async () => {
    const second = { ...textModel, ...limits, name: 'second-model' };
    const { id } = await make({ name: 'Two', models: [{ ...textModel, ...limits }, second] }, own);
    expect(await check(id, own, 'second-model')).toMatchObject({ fault: 'nothing', model: 'second-model' });
    expect(other.log.entries.map(({ model }) => model).filter(Boolean)).toEqual(['second-model']);
    expect(await refusalOf(check(id, own, 'third-model'))).toMatchObject({ code: 'ai_not_configured' });
  });

  test('certificate: one that nobody known has made is told as that, and nothing is booked', async () => {
    const secure = createSecureServer(SELF_SIGNED);
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}/v1`;
    const { id } = await make({ name: 'Secure', address }, own);
    expect(await check(id, own)).toMatchObject({
      fault: 'certificate',
      message: expect.stringContaining('The certificate of “Secure” cannot be believed'),
      usage: null,
    });
    expect((await settings(own)).providers.find((each) => each.id === id)?.spentUsd).toBe(0);
    secure.closeAllConnections();
    secure.close();
  });
});

describe('a provider that lies', () => {
  let liar: Server;
  let answer: RequestListener;
  beforeAll(async () => {
    liar = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    liar.closeAllConnections();
    liar.close();
  });
  const says = (usage: object, content = 'word '.repeat(400)) => {
    answer = (request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const chunk = { choices: [{ delta: { content }, finish_reason: 'stop' }], usage };
      response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    };
  };
  const ask = async () => {
    const { id } = await make({ address: `http://127.0.0.1:${(liar.address() as AddressInfo).port}/v1` });
    await chooseText(id);
    return (await buy({ prompt: 'A prompt of some length. '.repeat(40) })).usage;
  };

  test.each([
    ['nothing was used', { prompt_tokens: 0, completion_tokens: 0 }],
    ['more was used than there is', { prompt_tokens: 1e15, completion_tokens: 1e15 }],
    ['less than nothing', { prompt_tokens: -5, completion_tokens: -5 }],
    ['half tokens', { prompt_tokens: 1.5, completion_tokens: 2.5 }],
  ])('and says %s is counted and priced here', async (_, usage) => {
    says(usage);
    const counted = await ask();
    expect(counted.promptTokens).toBeGreaterThan(150);
    expect(counted.promptTokens).toBeLessThan(400);
    expect(counted.completionTokens).toBeGreaterThan(300);
    expect(counted.completionTokens).toBeLessThan(900);
    expect(counted.costUsd).toBeCloseTo((counted.promptTokens + counted.completionTokens * 2) / 1e6, 12);
  });

  test.each([
    [0.0123, 0.0123],
    [0, 0],
    [-1, null],
    [1e9, null],
    ['free', null],
  ])('a cost of %j is booked as it is told where that can be, else by prices', async (cost, booked) => {
    says({ prompt_tokens: 200, completion_tokens: 500, cost });
    expect((await ask()).costUsd).toBeCloseTo(booked ?? (200 * 1 + 500 * 2) / 1e6, 12);
  });
});

describe('where local addresses are not allowed', () => {
  let strict: AiApp;
  beforeAll(async () => {
    strict = await startAiApp();
  });
  afterAll(() => strict.close());

  test.each([
    'http://127.0.0.1:11434/v1',
    'http://localhost:11434/v1',
    'https://10.0.0.5/v1',
    'https://localhost/v1',
    'https://2130706433/v1',
    'http://[::1]:1234/v1',
    'http://a-computer:11434/v1',
  ])('%s is refused at the form, which says what whoever runs the server must set', async (address) => {
    const error = await refusalOf(make({ address }, strict));
    const message = expect.stringContaining('set AI_ALLOW_LOCAL=true where the server is, and start it again');
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'address', message }] });
  });

  test.each(['http://169.254.169.254/v1', 'http://8.8.8.8/v1'])(
    '%s is never allowed, and no setting is named',
    async (address) => {
      const error = await refusalOf(make({ address }, strict));
      expect(error.issues).toEqual([{ path: 'address', message: expect.not.stringContaining('AI_ALLOW_LOCAL') }]);
    },
  );

  test('one that was kept before is not asked, and the environment’s is', async () => {
    const { id } = await make({ address: 'https://api.example/v1', key: '' }, strict);
    strict.app.database.sqlite.prepare('update ai_providers set address = ?').run(other.baseUrl);
    const answer = await strict.client.call(testAiProvider, { params: { id } });
    expect(answer).toMatchObject({ fault: 'refused_address', message: expect.stringContaining('AI_ALLOW_LOCAL') });
    expect(other.log.entries).toEqual([]);
    expect((await strict.client.call(chat, { body: { prompt: 'x' } })).finishReason).toBe('stop');
  });
});
