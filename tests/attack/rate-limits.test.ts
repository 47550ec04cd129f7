import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { readRefusal } from '#server/test-call.ts';
import {
  chat,
  createReplay,
  estimatePrompt,
  generateImage,
  regenerateDraft,
  testAiLimits,
} from '#shared/contract/ai.ts';
import { uploadImage } from '#shared/contract/images.ts';
import { estimateSuggestion, suggest } from '#shared/contract/suggestions.ts';
import { type AiApp, startAiApp } from '#tests/ai-stub/ai-app.ts';

// The limits of login, contact, views and readers' searches: server/routes/rate-limits.test.ts and sign-in.test.ts.

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp({ posts: [{ title: 'Tea' }] });
  cookie = await app.signIn();
});
afterAll(() => app.close());

/** Sends a call this number of times, one after the other; returns the statuses. */
async function statusesOf(times: number, call: InjectOptions, http = app.http): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) statuses.push((await http.inject(call)).statusCode);
  return statuses;
}

/** Expects that the next call is refused and told when to come again, and that another client is not affected. */
async function expectFull(call: InjectOptions, http = app.http): Promise<void> {
  const refusal = readRefusal(await http.inject(call));
  expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' });
  const seconds = Number(refusal.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await http.inject({ ...call, remoteAddress: '10.9.9.9' })).statusCode).not.toBe(429);
}

test('120 lists with words to be found are answered a minute, one more is not; lists without are not counted', async () => {
  const call: InjectOptions = { url: '/api/posts', query: { q: 'tea' } };
  expect(new Set(await statusesOf(120, call))).toEqual(new Set([200]));
  await expectFull(call);
  expect(new Set(await statusesOf(150, { url: '/api/posts' }))).toEqual(new Set([200]));
});

test('naming other addresses in a header gives nobody more searches', async () => {
  const call = (count: number): InjectOptions => ({
    url: '/api/search',
    query: { q: 'tea' },
    headers: { 'x-forwarded-for': `1.2.3.${count}`, forwarded: `for=1.2.3.${count}`, 'x-real-ip': `1.2.3.${count}` },
  });
  for (let count = 0; count < 120; count += 1) expect((await app.http.inject(call(count))).statusCode).toBe(200);
  expect((await app.http.inject(call(121))).statusCode).toBe(429);
});

test('60 uploads are looked at a minute, one more is not, whoever is signed in', async () => {
  const boundary = 'frontier';
  const part = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nno picture\r\n`;
  const call: InjectOptions = {
    method: 'POST',
    url: uploadImage.path,
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: `${part}--${boundary}--\r\n`,
  };
  expect(new Set(await statusesOf(60, call))).toEqual(new Set([422]));
  await expectFull(call);
  expect((await app.http.inject({ url: '/api/images', headers: { cookie } })).statusCode).toBe(200);
});

describe('calls of the AI', () => {
  let ai: AiApp;
  beforeAll(async () => {
    ai = await startAiApp();
  });
  afterAll(() => ai.close());

  test.each([
    ['a prompt', 120, chat, { prompt: '' }],
    ['help inside a post', 120, suggest, {}],
    ['its estimate', 240, estimateSuggestion, {}],
    ['a draft written anew', 120, regenerateDraft, {}],
    ['a replay of a step', 120, createReplay, {}],
    ['a picture', 30, generateImage, {}],
    ['a count of tokens', 240, estimatePrompt, { prompt: '' }],
  ] as const)('%s: %i a minute, and no more', async (_what, perMinute, endpoint, payload) => {
    const call: InjectOptions = {
      method: endpoint.method,
      url: endpoint.path,
      headers: { cookie: ai.cookie },
      payload,
    };
    expect(new Set(await statusesOf(perMinute, call, ai.app.http))).toEqual(new Set([400]));
    await expectFull(call, ai.app.http);
  });

  test('a harmless number of prompts is answered; under one key they are bought once', async () => {
    const key = randomUUID();
    const call: InjectOptions = {
      method: chat.method,
      url: chat.path,
      headers: { cookie: ai.cookie, 'idempotency-key': key },
      payload: { prompt: 'Say something.' },
      remoteAddress: '10.1.1.1',
    };
    expect(new Set(await statusesOf(30, call, ai.app.http))).toEqual(new Set([200]));
    expect(ai.stub.log.entries).toHaveLength(1);
  });

  test('ten tests of the limits a minute, and no more', async () => {
    const call: InjectOptions = { method: testAiLimits.method, url: testAiLimits.path, headers: { cookie } };
    const none = app.http;
    expect(new Set(await statusesOf(10, call, none))).toEqual(new Set([503]));
    await expectFull(call, none);
  });
});
