import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer as createRawServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEdge, type EdgeOptions } from './edge-client.ts';

/** The requests that the edge received: method and address, headers, and body. */
let asked: { call: string; headers: IncomingMessage['headers']; body: string }[];
let answer: { status: number; headers?: Record<string, string> };
let origin: string;
const edge = createServer(async (request, response) => {
  asked.push({ call: `${request.method} ${request.url}`, headers: request.headers, body: await text(request) });
  response.writeHead(answer.status, answer.headers).end('done');
});
beforeEach(async () => {
  asked = [];
  answer = { status: 200 };
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
const tell = (options: Partial<EdgeOptions>, ...tags: string[]) =>
  createEdge({ url: origin, method: 'PURGE', ...options })({ tags, isGone: false }, signal);

test('one call names all tags, in the headers that edges read', async () => {
  await tell({ url: `${origin}/purge` }, 'posts', 'post:12');
  expect(asked).toMatchObject([
    { call: 'PURGE /purge', headers: { 'cache-tag': 'posts,post:12', 'surrogate-key': 'posts post:12' }, body: '' },
  ]);
  expect(asked[0]?.headers).not.toHaveProperty('authorization');
});

test('a cache that knows BAN is told so: one call with its tags in the headers, without a body', async () => {
  // Node's HTTP server does not know the method BAN; Varnish does.
  let call = '';
  const varnish = createRawServer((socket) =>
    socket.once('data', (data) => {
      call = String(data);
      socket.end('HTTP/1.1 200 Banned\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
    }),
  );
  varnish.listen(0, '127.0.0.1');
  await once(varnish, 'listening');
  const url = `http://127.0.0.1:${(varnish.address() as AddressInfo).port}/`;
  await tell({ url, method: 'BAN', token: { header: 'x-ban-token', value: 'secret' } }, 'category:3', 'posts');
  varnish.close();
  expect(call).toMatch(/^BAN \/ HTTP\/1\.1\r\n/);
  expect(call.toLowerCase()).toContain('surrogate-key: category:3 posts\r\n');
  expect(call.toLowerCase()).toContain('x-ban-token: secret\r\n');
  expect(call.endsWith('\r\n\r\n')).toBe(true);
});

test('POST has them in a body too, and the token where it is wanted', async () => {
  await tell({ method: 'POST', token: { header: 'authorization', value: 'secret' } }, 'posts');
  await tell({ method: 'POST', token: { header: 'fastly-key', value: 'secret' } }, 'posts');
  expect(asked.map(({ body }) => body)).toEqual(['{"tags":["posts"]}', '{"tags":["posts"]}']);
  expect(asked[0]?.headers).toMatchObject({ authorization: 'Bearer secret', 'content-type': 'application/json' });
  expect(asked[1]?.headers).toMatchObject({ 'fastly-key': 'secret' });
  expect(asked[1]?.headers).not.toHaveProperty('authorization');
});

test('an address with a place for a tag is called once for each', async () => {
  await tell({ url: `${origin}/purge/{tag}` }, 'posts', 'post:12');
  expect(asked.map(({ call }) => call)).toEqual(['PURGE /purge/posts', 'PURGE /purge/post%3A12']);
});

test.each([404, 401, 500])('an answer %i is a failure that names neither address nor token', async (status) => {
  answer = { status };
  const failed = tell({ token: { header: 'authorization', value: 'secret' } }, 'posts');
  await expect(failed).rejects.toThrow(new Error(`Answered ${status}`));
});

test('pages may be shown in trouble, unless they show what was taken down', async () => {
  await tell({}, 'posts');
  await createEdge({ url: origin, method: 'PURGE' })({ tags: ['post:12'], isGone: true }, signal);
  expect(asked.map(({ headers }) => headers['fastly-soft-purge'])).toEqual(['1', undefined]);
});

test('a redirect is not followed: the token is for one address', async () => {
  answer = { status: 307, headers: { location: `${origin}/elsewhere` } };
  await expect(tell({}, 'posts')).rejects.toThrow('Answered 307');
  expect(asked).toHaveLength(1);
});

test('an edge that is not there is a failure', async () => {
  await expect(tell({ url: 'http://127.0.0.1:1' }, 'posts')).rejects.toThrow(new Error('No connection'));
});
