import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

const SAID = randomBytes(1_500_000).toString('base64');

/** Compresses where it may, and closes the connection behind each answer. */
let provider: Server;
let address = '';
beforeEach(async () => {
  provider = createServer((request, response) => {
    if (request.url === '/elsewhere') return response.writeHead(302, { location: '/' }).end();
    const isPacked = /gzip/.test(String(request.headers['accept-encoding']));
    const body = isPacked ? gzipSync(SAID) : Buffer.from(SAID);
    const packing = isPacked ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, { connection: 'close', 'content-length': body.length, ...packing });
    response.end(body);
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  address = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
});
afterEach(() => {
  provider.close();
});

test('a long answer is read whole although its connection closes behind it', async () => {
  const fetchBounded = boundedFetch(10_000_000);
  for (let time = 0; time < 5; time += 1) {
    expect(await (await fetchBounded(address)).text()).toBe(SAID);
  }
});

test('what the caller says in headers goes along', async () => {
  const asked = once(provider, 'request');
  await (await boundedFetch(10_000_000)(address, { headers: { authorization: 'Bearer key' } })).text();
  const [{ headers }] = await asked;
  expect(headers).toMatchObject({ authorization: 'Bearer key', 'accept-encoding': 'identity' });
});

test('an answer that is too long ends in a fault, and no redirect is followed', async () => {
  const answer = await boundedFetch(1000)(address);
  await expect(answer.text()).rejects.toMatchObject({ code: 'ai_provider_failed' });
  await expect(boundedFetch(1000)(`${address}/elsewhere`)).rejects.toThrow();
});
