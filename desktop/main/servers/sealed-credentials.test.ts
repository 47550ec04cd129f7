import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openCredentials, type SecretBox } from './sealed-credentials.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a box that really encrypts, with a key that is not on the disk, as the keyring of a system does. */
function createBox({ isAvailable = true } = {}): SecretBox {
  const key = randomBytes(32);
  return {
    isAvailable: async () => isAvailable,
    async seal(text) {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    async open(sealed) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      decipher.setAuthTag(sealed.subarray(12, 28));
      return decipher.update(sealed.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { now: () => 0 };
const origin = 'https://nine.example';
const file = () => path.join(folder, 'credentials', 'a.sealed');
const open = (box: SecretBox, at = origin) => openCredentials({ file: file(), origin: at, box, clock, log });
const answer = (...lines: string[]) => new Headers(lines.map((line) => ['set-cookie', line]));
const session = answer('ninefold.sid=SECRET.sig; Path=/; HttpOnly');
const url = new URL(`${origin}/api/posts`);

test('the session is there after a restart, and not in clear on the disk', async () => {
  const box = createBox();
  const first = await open(box);
  first.take(session, 'sign-in');
  await first.settled();
  expect((await open(box)).header(url)).toBe('ninefold.sid=SECRET.sig');
  expect(readFileSync(file(), 'latin1')).not.toContain('SECRET');
  expect(readdirSync(path.dirname(file()))).toEqual(['a.sealed']);
});

test('where the system has no place for secrets, nothing is written', async () => {
  const box = createBox({ isAvailable: false });
  const credentials = await open(box);
  credentials.take(session, 'sign-in');
  await credentials.settled();
  expect(credentials.header(url)).toBe('ninefold.sid=SECRET.sig');
  expect(existsSync(file())).toBe(false);
  expect((await open(box)).header(url)).toBeNull();
});

test('cookies go to the server they came from alone', async () => {
  const box = createBox();
  const credentials = await open(box);
  credentials.take(session, 'sign-in');
  await credentials.settled();
  expect(credentials.header(new URL('https://evil.example/api/posts'))).toBeNull();
  expect(credentials.header(new URL('http://nine.example/api/posts'))).toBeNull();
  // Somebody has changed the list of servers.
  expect((await open(box, 'https://evil.example')).header(new URL('https://evil.example/'))).toBeNull();
});

test('a dead session is forgotten, the device that is known stays; a newer session stays, too', async () => {
  const box = createBox();
  const credentials = await open(box);
  credentials.take(answer('ninefold.device=known; Path=/api/auth/login', 'ninefold.sid=old; Path=/'), 'sign-in');
  const sent = credentials.header(url) ?? '';
  credentials.sessionEnded(sent);
  expect(credentials.header(url)).toBeNull();
  expect(credentials.header(new URL(`${origin}/api/auth/login`))).toBe('ninefold.device=known');
  credentials.take(answer('ninefold.sid=older; Path=/'), 'sign-in');
  credentials.sessionEnded(sent);
  expect(credentials.header(url)).toBe('ninefold.sid=older');
});

test('a session begins with a sign-in alone; another answer can only renew it', async () => {
  const credentials = await open(createBox());
  credentials.take(session, { cookie: null });
  expect([credentials.hasSession(), credentials.header(url)]).toEqual([false, null]);
  credentials.take(session, 'sign-in');
  expect(credentials.hasSession()).toBe(true);
  credentials.take(answer('ninefold.sid=renewed; Path=/'), { cookie: credentials.header(url) });
  expect(credentials.header(url)).toBe('ninefold.sid=renewed');
});

test('a server that gives the session a name for https has it under the new one alone', async () => {
  const credentials = await open(createBox());
  credentials.take(session, 'sign-in');
  const moved = answer('__Host-ninefold.sid=moved; Path=/; Secure; HttpOnly', 'ninefold.sid=; Max-Age=0; Path=/');
  credentials.take(moved, { cookie: credentials.header(url) });
  expect(credentials.header(url)).toBe('__Host-ninefold.sid=moved');
  expect(credentials.hasSession()).toBe(true);
  credentials.sessionEnded('__Host-ninefold.sid=moved');
  expect(credentials.hasSession()).toBe(false);
});

test('an answer to a request of the session before neither ends nor replaces the newer one', async () => {
  const credentials = await open(createBox());
  credentials.take(session, 'sign-in');
  const before = { cookie: credentials.header(url) };
  credentials.take(answer('ninefold.sid=newer; Path=/'), 'sign-in');
  credentials.take(answer('ninefold.sid=; Max-Age=0; Path=/'), before);
  credentials.take(answer('ninefold.sid=renewed; Path=/'), before);
  expect(credentials.header(url)).toBe('ninefold.sid=newer');
  credentials.take(answer('ninefold.sid=; Max-Age=0; Path=/'), { cookie: credentials.header(url) });
  expect(credentials.hasSession()).toBe(false);
});

test('forgetting takes the file away', async () => {
  const credentials = await open(createBox());
  credentials.take(session, 'sign-in');
  await credentials.forget();
  expect(existsSync(file())).toBe(false);
  expect(credentials.header(url)).toBeNull();
});

test('what another key has sealed, or what is no seal at all, counts as none', async () => {
  const credentials = await open(createBox());
  credentials.take(session, 'sign-in');
  await credentials.settled();
  expect((await open(createBox())).header(url)).toBeNull();
  writeFileSync(file(), 'ninefold.sid=x');
  expect((await open(createBox())).header(url)).toBeNull();
});
