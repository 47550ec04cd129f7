import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import { getMe, listSessions, login, logout, updateCredentials } from '#shared/contract/session.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { resetOwnerPassword } from '../services/reset-password.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

// Abuse cases 3, 4, 6, 7.

const email = 'owner@secret.example';
const password = 'correct horse';
const right = { email, password };
const wrong = { email, password: 'wrong' };

let app: TestApp;
const setPassword = async () =>
  app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash(password) })
    .execute();
/** Begins the app anew, after a test that deletes the account or needs another configuration. */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp();
  },
  () => app.close(),
);
/** Nobody is signed in, the password is the first one, and no wait is left from failed attempts. */
beforeEach(async () => {
  app.clock.advance(7 * DAY);
  app.database.sqlite.exec('delete from sessions');
  await setPassword();
});
async function startWith(env: Record<string, string>) {
  onTestFinished(beginAnew);
  await app.close();
  app = await createTestApp({ env });
  await setPassword();
}

/** The cookies that an answer sets, by their names. */
function cookiesOf(headers: { 'set-cookie'?: string | string[] | undefined }): Record<string, string> {
  const lines = [headers['set-cookie'] ?? []].flat();
  return Object.fromEntries(lines.map((line) => (line.split(';')[0] ?? '').split('=', 2) as [string, string]));
}
const header = (cookies: Record<string, string>) =>
  Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ');

async function signIn(from = '192.0.2.1', cookie?: string) {
  const { headers } = await ask(app.http, login, { body: right, from, cookie });
  const cookies = cookiesOf(headers);
  return {
    session: `ninefold.sid=${cookies['ninefold.sid']}`,
    device: `ninefold.device=${cookies['ninefold.device']}`,
    headers,
  };
}
const fail = (times: number, from: string, body: object = wrong) =>
  Promise.all(Array.from({ length: times }, () => refused(app.http, login, { body, from })));

test('signing in answers who one is and sets a cookie scripts cannot read', async () => {
  const { body, headers } = await ask(app.http, login, { body: { email: ` ${email.toUpperCase()} `, password } });
  expect(body).toEqual({ id: 1, email, name: 'Owner' });
  const [session, device] = [headers['set-cookie'] ?? []].flat().sort().reverse();
  expect(session).toMatch(/^ninefold\.sid=.+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
  expect(device).toMatch(/^ninefold\.device=.+; Path=\/api\/auth\/login; HttpOnly; SameSite=Strict$/);
});

test('behind https both cookies travel by https only', async () => {
  await startWith({ SITE_URL: 'https://site.test', TRUST_PROXY: '1' });
  const { headers } = await ask(app.http, login, { body: right, headers: { 'x-forwarded-proto': 'https' } });
  const lines = [headers['set-cookie'] ?? []].flat();
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain('; Secure');
});

test('a wrong password and an unknown address get the same answer', async () => {
  const known = await refused(app.http, login, { body: wrong });
  const unknown = await refused(app.http, login, { body: { email: 'nobody@secret.example', password } });
  for (const refusal of [known, unknown]) {
    expect(refusal).toMatchObject({ status: 401, code: 'invalid_credentials', message: 'Invalid email or password' });
    expect(refusal.headers['set-cookie']).toBeUndefined();
  }
});

test('an unknown address takes as long as a known one', async () => {
  // Measured in processor time, which other work on the machine does not change.
  const timed = async (body: object, from: string) => {
    const before = process.cpuUsage();
    await refused(app.http, login, { body, from });
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < 9; round += 1) {
    app.clock.advance(25 * 3600 * 1000);
    known.push(await timed(wrong, `192.0.2.${round}`));
    unknown.push(await timed({ email: `nobody${round}@secret.example`, password }, `198.51.100.${round}`));
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[4] ?? 0;
  // Without the second hash, an unknown address would take a tenth of the time.
  expect(median(unknown) / median(known)).toBeGreaterThan(0.3);
  expect(median(unknown) / median(known)).toBeLessThan(3.3);
});

test('an id that was set before the login is worth nothing after it', async () => {
  const planted = await app.signIn({ sid: 'planted-by-somebody-else' });
  const { session } = await signIn('192.0.2.1', planted);
  expect(session).not.toContain('planted');
  expect((await refused(app.http, getMe, { cookie: planted })).code).toBe('unauthorized');
  expect((await ask(app.http, getMe, { cookie: session })).body.email).toBe(email);
});

test('after signing out the cookie is dead on the server', async () => {
  const { session } = await signIn();
  await ask(app.http, logout, { cookie: session });
  expect((await refused(app.http, getMe, { cookie: session })).code).toBe('unauthorized');
});

test('the session of an account that is gone is none', async () => {
  onTestFinished(beginAnew);
  const { session } = await signIn();
  await app.database.db.deleteFrom('admin_users').execute();
  expect((await refused(app.http, listSessions, { cookie: session })).code).toBe('unauthorized');
});

test('the desktop app says what it is', async () => {
  const { headers } = await ask(app.http, login, { body: right, headers: { 'x-ninefold-client': 'desktop' } });
  const { body } = await ask(app.http, listSessions, { cookie: header(cookiesOf(headers)) });
  expect(body.map(({ via }) => via)).toEqual(['desktop']);
});

test('after five wrong passwords an account waits, whatever address asks, and longer each time', async () => {
  await fail(5, '192.0.2.1');
  const waiting = await refused(app.http, login, { body: right, from: '192.0.2.99' });
  expect(waiting).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(waiting.headers['retry-after']).toBe('1');
  app.clock.advance(1000);
  await fail(1, '192.0.2.50');
  expect((await refused(app.http, login, { body: right, from: '192.0.2.51' })).headers['retry-after']).toBe('2');
  app.clock.advance(2000);
  expect((await ask(app.http, login, { body: right, from: '192.0.2.52' })).body.email).toBe(email);
});

test('an account nobody has waits just the same', async () => {
  const nobody = { email: 'nobody@secret.example', password };
  const answers = [...(await fail(5, '192.0.2.1', nobody)), ...(await fail(1, '192.0.2.2', nobody))];
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
});

test('after five wrong passwords an address waits, whatever account it tries', async () => {
  const tries = Array.from({ length: 6 }, (_, index) => ({ email: `a${index}@secret.example`, password }));
  const answers = [];
  for (const body of tries) answers.push((await refused(app.http, login, { body, from: '2001:db8::1' })).status);
  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  // The same customer, from another of their 2⁶⁴ addresses.
  expect((await refused(app.http, login, { body: right, from: '2001:db8::dead:beef' })).status).toBe(429);
});

test('a made-up X-Forwarded-For is another address only behind a proxy that is trusted', async () => {
  const answers = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const body = { email: `a${attempt}@secret.example`, password };
    const headers = { 'x-forwarded-for': `203.0.113.${attempt}` };
    answers.push((await refused(app.http, login, { body, headers })).status);
  }
  expect(answers.at(-1)).toBe(429);
});

test.each([
  ['says an address of its own before it', (attempt: number) => `203.0.113.${attempt}, 198.51.100.1`],
  ['comes from another port', (attempt: number) => `198.51.100.1:${4000 + attempt}`],
  ['is no address', (attempt: number) => `client-${attempt}`],
])('behind a proxy that appends, what a client says of itself is no address: one that %s', async (_what, chain) => {
  await startWith({ TRUST_PROXY: '1' });
  const tryFrom = async (attempt: number, forwarded: string) => {
    const body = { email: `a${attempt}@secret.example`, password };
    return (await refused(app.http, login, { body, headers: { 'x-forwarded-for': forwarded } })).status;
  };
  const answers = [];
  for (let attempt = 0; attempt < 6; attempt += 1) answers.push(await tryFrom(attempt, chain(attempt)));
  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  expect(await tryFrom(7, '198.51.100.2')).toBe(401);
});

test('a browser that has signed in before is not locked out by strangers, and is counted on its own', async () => {
  const { device } = await signIn('192.0.2.1');
  await fail(40, '192.0.2.1');
  expect((await refused(app.http, login, { body: right, from: '192.0.2.1' })).status).toBe(429);
  const answers = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    answers.push((await refused(app.http, login, { body: wrong, from: '192.0.2.1', cookie: device })).status);
  }
  expect(answers).toEqual([401, 401, 401, 401, 401, 429]);
  app.clock.advance(1000);
  await fail(1, '203.0.113.1');
  const again = await ask(app.http, login, { body: right, from: '192.0.2.1', cookie: device });
  expect(header(cookiesOf(again.headers))).toContain(device);
  // A sign-in of the owner does not let anybody else try again.
  expect((await refused(app.http, login, { body: right, from: '203.0.113.1' })).status).toBe(429);
});

test('a changed password ends what browsers are known by, but in the one where it was changed', async () => {
  const here = await signIn('192.0.2.1');
  const elsewhere = await signIn('192.0.2.2');
  const changed = 'another one, nobody knows';
  const { headers } = await ask(app.http, updateCredentials, { body: { password: changed }, cookie: here.session });
  const now = `ninefold.device=${cookiesOf(headers)['ninefold.device']}`;
  const renamed = { name: 'Somebody' };
  await ask(app.http, updateCredentials, { body: renamed, cookie: here.session });
  const from = '192.0.2.3';
  await fail(5, '192.0.2.4');
  // Somebody who has copied the cookie of a known browser gets no attempts of their own at the new password.
  const body = { ...right, password: changed };
  for (const device of [here.device, elsewhere.device]) {
    expect((await refused(app.http, login, { body, from, cookie: device })).status).toBe(429);
  }
  await ask(app.http, login, { body, from, cookie: now });
});

test('a password that is changed while the old one is looked at lets nobody in with it', async () => {
  const { auth } = app.services;
  const { signIn: look } = auth;
  auth.signIn = async (attempt) => {
    const outcome = await look.call(auth, attempt);
    const { db } = app.database;
    await resetOwnerPassword({ db, clock: app.clock, passwords: quickPasswords, password: 'changed meanwhile' });
    return outcome;
  };
  const refusal = await refused(app.http, login, { body: right });
  auth.signIn = look;
  expect(refusal.code).toBe('invalid_credentials');
  expect(await app.database.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  const body = { ...right, password: 'changed meanwhile' };
  expect((await ask(app.http, login, { body })).body.email).toBe(right.email);
});

test('a known browser is known for its own account only, and a forged one for none', async () => {
  const { device } = await signIn();
  const nobody = { email: 'nobody@secret.example', password };
  await fail(5, '192.0.2.7', nobody);
  expect((await refused(app.http, login, { body: nobody, from: '192.0.2.8', cookie: device })).status).toBe(429);
  await fail(5, '192.0.2.9');
  // The changed letter is not the last one, some bits of which mean nothing.
  const forged = device.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'));
  expect((await refused(app.http, login, { body: right, from: '192.0.2.10', cookie: forged })).status).toBe(429);
});

test('no other call lets an account that waits try sooner', async () => {
  const { session } = await signIn();
  await fail(5, '192.0.2.1');
  await ask(app.http, getMe, { cookie: session, from: '192.0.2.1' });
  await refused(app.http, getMe, { from: '192.0.2.1' });
  await ask(app.http, logout, { cookie: session, from: '192.0.2.1' });
  expect((await refused(app.http, login, { body: { email: 'x', password: '' } })).code).toBe('invalid_input');
  expect((await refused(app.http, login, { body: right, from: '192.0.2.1' })).status).toBe(429);
});
