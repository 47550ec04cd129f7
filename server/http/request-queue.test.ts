import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { handleError } from './error-handler.ts';
import { queueRequests } from './request-queue.ts';

let app: FastifyInstance;
afterEach(() => app.close());

/** Builds a server that answers each request with the iteration of the event loop in which the request began. */
async function build(maxWaiting: number, isGone: (url: string) => boolean = () => false) {
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const begun: string[] = [];
  app = Fastify();
  app.setErrorHandler(handleError);
  app.addHook('onClose', async () => clearImmediate(counting));
  app.addHook('onRequest', async (request) => {
    if (isGone(request.url)) Object.assign(request.raw.socket, { destroyed: true });
  });
  queueRequests(app, maxWaiting);
  for (const url of ['/page/:number', '/healthz', '/metrics']) {
    app.get(url, async (request) => {
      begun.push(request.url);
      return turn;
    });
  }
  await app.ready();
  return { begun };
}

const pages = (count: number) => Array.from({ length: count }, (_, number) => `/page/${number}`);
const ask = (urls: string[]) => Promise.all(urls.map((url) => app.inject(url)));

test('of many requests at once each begins in a turn of its own, in the order they came', async () => {
  const { begun } = await build(50);
  const answers = await ask(pages(20));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map((answer) => answer.json())).size).toBe(20);
  expect(begun).toEqual(pages(20));
});

test('more than may wait are turned away with 503 and Retry-After, and the next one is answered again', async () => {
  await build(3);
  const answers = await ask(pages(10));
  const refused = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(4);
  expect(refused.length).toBeGreaterThan(0);
  for (const answer of refused) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.json()).toMatchObject({ code: 'overloaded' });
  }
  expect((await app.inject('/page/next')).statusCode).toBe(200);
});

test('whether the server lives and what it does is answered without waiting', async () => {
  const { begun } = await build(1);
  const answers = await ask([...pages(5), '/healthz', '/metrics']);
  expect(answers.slice(-2).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(begun.indexOf('/metrics')).toBeLessThan(begun.indexOf('/page/1'));
});

test('who has gone while waiting is not worked for, and keeps nobody waiting', async () => {
  const { begun } = await build(50, (url) => /\/[2-7]$/.test(url));
  const urls = pages(10);
  const answers = urls.map((url) => app.inject(url));
  await Promise.all(answers.filter((_, number) => number < 2 || number > 7));
  expect(begun).toEqual(['/page/0', '/page/1', '/page/8', '/page/9']);
});
