import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#shared/api-client/api-error.ts';
import { generateImage, getAiUsage } from '#shared/contract/ai.ts';
import { listImages } from '#shared/contract/images.ts';
import type { ErrorCode } from '#shared/kernel/errors.ts';
import { type AiApp, SECRET_KEY, startAiApp } from '#tests/ai-stub/ai-app.ts';
import { FAULTS, type Fault } from '#tests/ai-stub/stub-faults.ts';
import { shareOf } from '#tests/share.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';

let ai: AiApp;
const timers = createTestTimers({ atOnce: 10_000 });
beforeAll(async () => {
  ai = await startAiApp({ timers });
});
afterAll(() => ai.close());
afterEach(() => ai.stub.reset());

let keys = 0;
const body = { title: 'Your First\nEvening', excerpt: 'What really happens.', targetMarket: 'Women over 30' };
const key = () => ({ 'idempotency-key': `picture-${++keys}` });
const generate = (more: { customPrompt?: string } = {}, headers = key()) =>
  ai.client.call(generateImage, { body: { ...body, ...more }, headers });
const files = () => {
  try {
    return readdirSync(path.join(ai.app.folder, 'uploads')).length;
  } catch {
    return 0;
  }
};

test('a picture is stored in the library, re-encoded, with a title and a text for those who cannot see it', async () => {
  const picture = await generate();
  expect(picture).toMatchObject({ width: 1536, height: 1024, usedBy: [], imageUrl: picture.url });
  expect(picture.metadata).toEqual({ title: 'Your First Evening', alt: 'Illustration: Your First Evening' });
  const served = await ai.fetch(picture.imageUrl);
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  expect(await served.text()).toContain('digitalsourcetype/trainedAlgorithmicMedia');
  const { items } = await ai.client.list(listImages);
  expect(items[0]).toMatchObject({ id: picture.id });
});

test('the prompt holds the post, its readers and what the owner wishes', async () => {
  const { metadata } = await generate({ customPrompt: 'A red door in the rain' });
  const [{ prompt, path: asked } = { prompt: '', path: '' }] = ai.stub.log.entries;
  expect(asked).toBe('/v1/images/generations');
  expect(prompt.split('\n').slice(0, 4)).toEqual([
    'A red door in the rain',
    'The post: Your First Evening',
    'What it is about: What really happens.',
    'Its readers: Women over 30',
  ]);
  expect(metadata.alt).toBe('Illustration: A red door in the rain');
});

test('a key buys once, also after a restart', async () => {
  const before = await startAiApp({ timers });
  const headers = key();
  const first = await before.client.call(generateImage, { body, headers });
  expect(await before.client.call(generateImage, { body, headers })).toEqual(first);
  await before.close({ keepStub: true, keepFolder: true });
  const after = await startAiApp({ timers, stub: before.stub, folder: before.app.folder });
  expect(await after.client.call(generateImage, { body, headers })).toEqual(first);
  expect(after.stub.log.entries).toHaveLength(1);
  expect(await after.client.call(getAiUsage, {})).toMatchObject({ calls: 1, costUsd: 0.04 });
  await after.close();
});

test('a picture at the provider’s own address is fetched from there', async () => {
  ai.stub.plan('image-url');
  expect(await generate()).toMatchObject({ width: 1536, height: 1024 });
});

const failures: [fault: Fault, code: ErrorCode, message: RegExp, isPaid: boolean][] = [
  ['image-url-inside', 'ai_provider_failed', /at an address we do not open/, true],
  ['image-text', 'picture_refused', /not a picture we can use/, true],
  ['image-large', 'picture_refused', /larger than 10 MB/, true],
  ['image-none', 'ai_provider_failed', /without a picture/, true],
  ['forbidden', 'ai_refused', /no access to gpt-image-1 yet/, false],
  ['quota', 'ai_refused', /billing/, false],
  ['content-policy', 'ai_refused', /safety system/, false],
  ['unauthorized', 'ai_refused', /refused the key/, false],
  ['server-error', 'ai_provider_failed', /could not answer/, false],
  ['rate-limit', 'rate_limited', /too many requests/, false],
  ['wrong-type', 'ai_provider_failed', /made no sense/, true],
];

test.each(shareOf(failures, 3))(
  '%s: the owner is told %s, and nothing is stored',
  async (fault, code, message, isPaid) => {
    ai.stub.plan(fault, { times: 4 });
    const before = [files(), (await ai.client.call(getAiUsage, {})).costUsd ?? 0] as const;
    const error = await generate().catch((thrown: unknown) => thrown as ApiError);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ code, detail: expect.stringMatching(message) });
    expect(String(error)).not.toContain(SECRET_KEY);
    const after = [files(), (await ai.client.call(getAiUsage, {})).costUsd ?? 0] as const;
    expect(after[0]).toBe(before[0]);
    expect(after[1] - before[1]).toBeCloseTo(isPaid ? 0.04 : 0, 9);
  },
);

test('every fault that pictures alone have is here', () => {
  const named = new Set<string>([...failures.map(([fault]) => fault), 'image-url']);
  expect(Object.keys(FAULTS).filter((fault) => fault.startsWith('image-') && !named.has(fault))).toEqual([]);
});

test('a blank title or excerpt is refused in fixed words', async () => {
  const call = ai.client.call(generateImage, { body: { ...body, excerpt: '  ' } });
  await expect(call).rejects.toMatchObject({
    code: 'invalid_input',
    detail: 'Please fill in the title and excerpt first to generate an image.',
  });
  expect(ai.stub.log.entries).toEqual([]);
});

test('the key is in no log', () => {
  expect(ai.logged()).toContain('generateImage');
  expect(ai.logged()).not.toContain(SECRET_KEY);
});
