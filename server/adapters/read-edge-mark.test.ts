import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLook } from './read-edge-mark.ts';

let asked: string[];
let answer: { status: number; body: string };
let origin: string;
const edge = createServer((request, response) => {
  asked.push(`${request.method} ${request.headers.host} ${request.url}`);
  response.writeHead(answer.status).end(answer.body);
});
beforeEach(async () => {
  asked = [];
  answer = { status: 200, body: 'mark' };
  edge.listen(0, '127.0.0.1');
  await once(edge, 'listening');
  origin = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;
});
afterEach(async () => {
  edge.closeAllConnections();
  edge.close();
  await once(edge, 'close');
});

const { signal } = new AbortController();

test('an edge is looked at where it is told, under the name of the site', async () => {
  const look = createLook({ purgeUrl: `${origin}/purge/{tag}`, method: 'PURGE', siteUrl: 'https://blog.example' });
  expect(await look(signal)).toBe('mark');
  expect(asked).toEqual(['GET blog.example /.well-known/ninefold-edge']);
});

test('a service that is told elsewhere is looked at where readers are', async () => {
  const look = createLook({ purgeUrl: 'https://api.cdn.example/purge', method: 'POST', siteUrl: origin });
  expect(await look(signal)).toBe('mark');
});

test('what shows no mark is no fault of the edge', async () => {
  answer = { status: 421, body: 'Misdirected Request' };
  expect(await createLook({ purgeUrl: origin, method: 'PURGE', siteUrl: origin })(signal)).toBeNull();
  expect(await createLook({ purgeUrl: 'http://127.0.0.1:1', method: 'PURGE', siteUrl: origin })(signal)).toBeNull();
  const stopped = AbortSignal.abort();
  await expect(createLook({ purgeUrl: origin, method: 'PURGE', siteUrl: origin })(stopped)).rejects.toThrow();
});
