import { afterEach, beforeEach, expect, test } from 'vitest';
import { SIGNED_CLIENT_HEADER, signClient } from '#server/services/publication/client-signature.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';
import { HOUR, NOW } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';

const SECRET = 'a secret that readers and the writer have in common';
const PATH = '/api/auth/login';

let app: TestApp;
let lines: string[];
const open = async (env: Record<string, string>) => {
  lines = [];
  app = await createTestApp({
    env,
    timers: createTestTimers(),
    makePublication: () => Promise.reject(new Error('nobody asks for one')),
    logger: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } },
  });
};
beforeEach(() => open({ READER_SECRET: SECRET }));
afterEach(() => app.close());

const LOGIN = { email: 'nobody@example.com', password: 'wrong words' };
/** A failing sign-in, as a reader instance passes it on. */
async function signIn({ address = '203.0.113.7', header = '', ...headers }: Record<string, string> = {}) {
  const signed = header || signClient(SECRET, { method: 'POST', path: PATH, address, now: NOW });
  const given = { [SIGNED_CLIENT_HEADER]: signed, ...headers };
  return app.http.inject({ method: 'POST', url: PATH, payload: LOGIN, headers: given, remoteAddress: '10.0.0.2' });
}
const refusedNetworks = async () => {
  await app.services.audit.close();
  const rows = app.database.sqlite.prepare("select network from audit where event = 'sign_in_failed'").pluck().all();
  return rows;
};

test('the client a reader has signed is who a sign-in is counted and noted for', async () => {
  await signIn();
  expect(await refusedNetworks()).toEqual(['203.0.113.7']);
});

test('what a client says of another by other headers does not change it', async () => {
  await app.close();
  await open({ READER_SECRET: SECRET, TRUST_PROXY: '1' });
  await signIn({ 'x-forwarded-for': '198.51.100.9' });
  expect(await refusedNetworks()).toEqual(['203.0.113.7']);
});

test.each([
  ['none', 'v1;1;203.0.113.7;x'],
  ['of another path', signClient(SECRET, { method: 'POST', path: '/api/contact', address: '203.0.113.7', now: NOW })],
  ['that is old', signClient(SECRET, { method: 'POST', path: PATH, address: '203.0.113.7', now: NOW - HOUR })],
  [
    'of a clock a day ahead',
    signClient(SECRET, { method: 'POST', path: PATH, address: '203.0.113.7', now: NOW + 24 * HOUR }),
  ],
  ['of another secret', signClient('y'.repeat(40), { method: 'POST', path: PATH, address: '203.0.113.7', now: NOW })],
])('a signature %s leaves the address that has connected', async (_name, header) => {
  expect((await signIn({ header })).statusCode).toBe(401);
  expect(await refusedNetworks()).toEqual(['10.0.0.2']);
});

test('limits are each client’s own, and the reader’s for none of them', async () => {
  const contact = (address: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/contact',
      remoteAddress: '10.0.0.2',
      payload: { name: 'Ada', email: 'ada@example.com', message: 'Tea?' },
      headers: {
        [SIGNED_CLIENT_HEADER]: signClient(SECRET, { method: 'POST', path: '/api/contact', address, now: NOW }),
      },
    });
  const answers: number[] = [];
  for (let count = 0; count < 11; count += 1) answers.push((await contact('203.0.113.7')).statusCode);
  expect(answers.at(-1)).toBe(429);
  expect((await contact('203.0.113.8')).statusCode).toBe(204);
});

test('the signature stands in no line of the log', async () => {
  await signIn();
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('').includes(SIGNED_CLIENT_HEADER)).toBe(false);
});

test('without READER_SECRET nobody is believed', async () => {
  await app.close();
  await open({});
  await signIn();
  expect(await refusedNetworks()).toEqual(['10.0.0.2']);
});
