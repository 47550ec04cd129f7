import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getMe, login } from '#shared/contract/session.ts';
import { builtProgram } from '#tests/faults/built-program.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

const program = builtProgram('cli/reset-password');
const email = 'owner@secret.example';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

function run(folder: string, ...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, DATA_DIR: folder, NODE_NO_WARNINGS: '1' };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, out, err) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, out, err });
    });
  });
}

test('a lost password is replaced by a random one, beside a running server, and every session is over', async () => {
  const cookie = await app.signIn();
  const { code, out } = await run(app.folder);
  expect(code).toBe(0);
  expect(out).toContain(email);
  const password = /password\s+(\S{16})\n/.exec(out)?.[1] ?? '';
  expect((await refused(app.http, getMe, { cookie })).code).toBe('unauthorized');
  expect((await ask(app.http, login, { body: { email, password } })).body.email).toBe(email);
});

test('an account that has to wait for strangers’ guesses lets its owner in with the new password', async () => {
  const wrong = { email, password: 'wrong' };
  for (let guess = 0; guess < 5; guess += 1) await refused(app.http, login, { body: wrong, from: '192.0.2.1' });
  await run(app.folder, '--password', 'chosen one');
  const body = { email, password: 'chosen one' };
  expect((await ask(app.http, login, { body, from: '192.0.2.2' })).body.email).toBe(email);
});

test('second factors stay, unless they are to be removed', async () => {
  const { steps: _, ...factors } = app.services.secondFactors;
  await factors.recoveryCodes.make(1);
  const { secret } = await factors.totp.start(1, { site: 'Site', email });
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: app.clock.now() });
  await factors.totp.confirm(1, code);
  const body = { email, password: 'chosen one' };
  await run(app.folder, '--password', 'chosen one');
  expect((await refused(app.http, login, { body })).code).toBe('second_factor_required');
  const { out } = await run(app.folder, '--password', 'chosen one', '--remove-second-factors');
  expect(out).toContain('authenticator app, passkeys and recovery codes are off');
  expect((await ask(app.http, login, { body })).body.email).toBe(email);
  expect(await factors.recoveryCodes.left(1)).toBe(0);
});

test('a password that was named is not repeated', async () => {
  const { out } = await run(app.folder, '--password', 'chosen one');
  expect(out).not.toContain('chosen one');
});

test.each([
  ['a short password', ['--password', 'five5'], 'at least 6 characters'],
  ['an unknown option', ['--pasword', 'x'], 'Usage: npm run admin:reset-password'],
  ['a password without its option', ['chosen one'], 'Usage: npm run admin:reset-password'],
])('%s changes nothing', async (_what, args, said) => {
  const cookie = await app.signIn();
  const { code, err } = await run(app.folder, ...args);
  expect([code, err]).toEqual([1, expect.stringContaining(said)]);
  expect((await ask(app.http, getMe, { cookie })).body.email).toBe(email);
});

test('a folder without a site stays without one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-no-site-'));
  const { code, err } = await run(folder);
  expect([code, err]).toEqual([1, expect.stringContaining('There is no site in')]);
  expect(existsSync(path.join(folder, 'ninefold.db'))).toBe(false);
  rmSync(folder, { recursive: true });
});
