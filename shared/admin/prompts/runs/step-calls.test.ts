import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createApiClient } from '#shared/api-client/client.ts';
import type { Heard, StepCalls } from '#shared/runs/step-calls-port.ts';
import { stepAt } from '#shared/workflow/testing/step-at.ts';
import { type AiApp, startAiApp } from '#tests/ai-stub/ai-app.ts';
import { createTestClock } from '../../editor/test-clock.ts';
import { createStepCalls } from './step-calls.ts';

let ai: AiApp;
let calls: StepCalls;
beforeAll(async () => {
  ai = await startAiApp();
});
afterAll(() => ai.close());
afterEach(() => {
  calls.close();
  ai.stub.reset();
});

let keys = 0;
/** Makes a call of step 1, and collects its words until it ends. */
function ask(options: { fetch?: typeof fetch; isRejoin?: boolean; key?: string } = {}) {
  const clock = createTestClock();
  const api = createApiClient({ fetch: (path, init) => (options.fetch ?? ai.fetch)(path, init) });
  const busy: (number | null)[] = [];
  calls = createStepCalls({ api, clock, timers: clock, onBusy: (until) => busy.push(until) });
  const key = options.key ?? `call-${++keys}`;
  const heard: Heard[] = [];
  const ended = new Promise<Heard>((resolve) => {
    calls.ask(
      { key, runId: 'run', step: stepAt(1), prompt: 'Say it.', isRejoin: options.isRejoin ?? false },
      (event) => {
        heard.push(event);
        if (event.type !== 'progress') resolve(event);
      },
    );
  });
  return { clock, key, heard, ended, busy };
}
const answering = (response: () => Response | Promise<Response>) =>
  ({ fetch: async () => response() }) satisfies { fetch: typeof fetch };
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

test('the text comes as it is written, and at the end whole, with what it took', async () => {
  ai.stub.say('One two three.');
  const { heard, ended, key } = ask();
  expect(await ended).toMatchObject({ type: 'answered', key, output: 'One two three.', finishReason: 'stop' });
  expect(heard[0]).toMatchObject({ type: 'progress' });
  expect(heard.at(-1)).toMatchObject({ usage: { totalTokens: expect.any(Number) } });
});

test('a provider that is busy is told with the time at which it is asked again, until it answers', async () => {
  const stream =
    'event: waiting\ndata: {"ms":20000}\n\nevent: delta\ndata: {"text":"Here."}\n\n' +
    'event: done\ndata: {"model":"m","finishReason":"stop"}\n\n';
  const headers = { 'content-type': 'text/event-stream' };
  const { ended, busy, clock } = ask(answering(() => new Response(stream, { headers })));
  expect(await ended).toMatchObject({ type: 'answered', output: 'Here.' });
  expect(busy[0]).toBe(clock.now() + 20_000);
  expect(new Set(busy.slice(1))).toEqual(new Set([null]));
});

test.each([
  ['by its id', `run-step-${stepAt(1)}-1`, { stepId: stepAt(1) }],
  ['by its number, where an earlier program has made the call in these words', 'run-step-1-1', { step: 1 }],
])('a step is named %s', async (_, key, named) => {
  const bodies: unknown[] = [];
  const answer = (_path: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)));
    return Promise.resolve(json(503, { code: 'overloaded', message: 'Busy.' }));
  };
  await ask({ fetch: answer as typeof fetch, key }).ended;
  expect(bodies[0]).toEqual({ prompt: 'Say it.', runId: 'run', ...named });
});

describe('a call that fails', () => {
  test.each([
    ['unauthorized', 'ai_refused'],
    ['context-length', 'ai_context_too_large'],
    ['content-policy', 'ai_refused'],
    ['quota', 'ai_refused'],
    ['cut', 'ai_provider_failed'],
  ] as const)('at the provider (%s) is refused with %s and the server’s words', async (fault, code) => {
    ai.stub.plan(fault, { times: 10 });
    const outcome = await ask().ended;
    expect(outcome).toMatchObject({ type: 'refused', fault: { code, message: expect.stringMatching(/\w/) } });
  });

  test('for want of a session is unauthorized', async () => {
    const outcome = await ask(answering(() => json(401, { code: 'unauthorized', message: 'Please sign in.' }))).ended;
    expect(outcome.type).toBe('unauthorized');
  });

  test.each([
    ['a proxy’s page', () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 })],
    ['a hotel’s page', () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })],
    ['a busy server', () => json(503, { code: 'overloaded', message: 'Busy.' })],
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a stream that ends in the middle', () => stream('event: delta\ndata: {"text":"Half"}\n\n')],
  ])('because of %s has no answer', async (_, response) => {
    expect((await ask(answering(response)).ended).type).toBe('no-answer');
  });

  test('because the server goes down has no answer: the same call is joined when it is back', async () => {
    const error = { code: 'ai_provider_failed', message: 'The server stopped.' };
    const dying = {
      fetch: (async (path: string) => {
        if (path.includes('/meta')) throw new TypeError('Failed to fetch');
        return stream(`event: error\ndata: ${JSON.stringify(error)}\n\n`);
      }) as typeof fetch,
    };
    expect((await ask(dying).ended).type).toBe('no-answer');
  });

  test('with a fault of the server while it is joined says nothing of the call', async () => {
    const broken = answering(() => json(500, { code: 'internal', message: 'Oh.' }));
    expect((await ask({ ...broken, isRejoin: true }).ended).type).toBe('no-answer');
    expect((await ask(broken).ended).type).toBe('refused');
  });
});

test('a connection that has died without a word is given up after 40 seconds', async () => {
  const { clock, ended, heard } = ask({
    fetch: (async (_path: string, init?: RequestInit) => {
      const body = new ReadableStream({
        start: (controller) => init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason)),
      });
      return new Response(body, EVENTS);
    }) as typeof fetch,
  });
  await clock.pass(39_000);
  expect(heard).toEqual([]);
  await clock.pass(2000);
  expect((await ended).type).toBe('no-answer');
});

test('a comment line is a sign of life', async () => {
  let send: (text: string) => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      send = (text) => controller.enqueue(new TextEncoder().encode(text));
    },
  });
  const { clock, heard } = ask(answering(() => new Response(body, EVENTS)));
  for (let minute = 0; minute < 8; minute += 1) {
    await clock.pass(15_000);
    send(': still here\n\n');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(heard).toEqual([]);
});

test('a call that is let go says nothing more', async () => {
  ai.stub.plan('hang-midway');
  const { key, heard } = ask();
  await ai.stub.log.until(({ prompt }) => prompt !== '');
  calls.cancel(key);
  await ai.stub.log.until(({ end }) => end === 'closed by client');
  const count = heard.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(heard).toHaveLength(count);
  expect(heard.every(({ type }) => type === 'progress')).toBe(true);
});

test('a stop the server could not be told is told again', async () => {
  const told: number[] = [];
  let clock: { now(): number } | null = null;
  const asked = ask({
    fetch: (async (path: string, init?: RequestInit) => {
      if (init?.method !== 'DELETE') return new Promise<Response>(() => undefined);
      told.push(clock?.now() ?? 0);
      if (told.length < 3) throw new TypeError(`Failed to fetch ${path}`);
      return new Response(null, { status: 204 });
    }) as typeof fetch,
  });
  clock = asked.clock;
  calls.cancel(asked.key);
  await asked.clock.pass(0);
  for (let tries = 0; tries < 40; tries += 1) await asked.clock.pass(100);
  expect(told.map((at) => at - (told[0] ?? 0))).toEqual([0, 500, 1500]);
});

const EVENTS = { headers: { 'content-type': 'text/event-stream' } };
const stream = (text: string) => new Response(text, EVENTS);
