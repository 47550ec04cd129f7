import { beforeEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import { endOtherSessions } from '#shared/contract/auth/session-life.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/contract/error-body.ts';
import { endpoints } from '#shared/contract/index.ts';
import { confirmPassword, endSession, getMe, listSessions, updateCredentials } from '#shared/contract/session.ts';
import { createToken, deleteToken } from '#shared/contract/tokens.ts';
import { createWebhook, renewWebhookSecret, updateWebhook } from '#shared/contract/webhooks.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { RECENT } from '../http/recent-sign-in.ts';
import { DAY } from '../repositories/blog-fixture.ts';
import { resetOwnerPassword } from '../services/reset-password.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, pathOf, refused } from '../test-call.ts';

let app: TestApp;
let cookie: string;
sharedByFile(
  async () => {
    app = await createTestApp();
  },
  () => app.close(),
);
/** The owner as at first, signed in just now; no wait is left from failed attempts. */
beforeEach(async () => {
  app.clock.advance(7 * DAY);
  app.database.sqlite.exec('delete from sessions; delete from api_tokens; delete from webhooks');
  await app.database.db
    .updateTable('admin_users')
    .set({ email: 'owner@secret.example', name: 'Owner', password: await quickPasswords.hash('the right one') })
    .execute();
  cookie = await app.signIn();
});

const webhook = { name: 'Hook', address: 'https://hooks.example/', events: ['went-live'], hearsDrafts: false };
const guarded: [string, Endpoint, { params?: object; body?: object }][] = [
  ['another e-mail address', updateCredentials, { body: { email: 'new@example.com' } }],
  ['another password', updateCredentials, { body: { password: 'a long new one' } }],
  ['the end of a session', endSession, { params: { id: 'none' } }],
  ['the end of all others', endOtherSessions, {}],
  ['a new token', createToken, { body: { name: 'Script', kind: 'program', scope: 'read' } }],
  ['the end of a token', deleteToken, { params: { id: 1 } }],
  ['a new webhook', createWebhook, { body: { ...webhook, isOn: true } }],
  ['a webhook that leads elsewhere', updateWebhook, { params: { id: 1 }, body: { ...webhook, isOn: true } }],
  ['a new secret', renewWebhookSecret, { params: { id: 1 } }],
];

const later = async (milliseconds: number) => app.clock.advance(milliseconds);
/** The cookie that an answer sets in the place of the former one. */
const cookieOf = (headers: { 'set-cookie'?: string | string[] | undefined }) =>
  [headers['set-cookie'] ?? []]
    .flat()
    .find((line) => line.startsWith('ninefold.sid='))
    ?.split(';')[0] ?? '';
const confirm = async (password: string, session = cookie) =>
  app.http.inject({ method: 'POST', url: confirmPassword.path, payload: { password }, headers: { cookie: session } });

test.each(guarded)('%s needs a sign-in of the last ten minutes', async (_what, call, input) => {
  await later(RECENT - 1);
  const url = pathOf(call, { id: 1 });
  const payload = input.body && { payload: input.body };
  const answer = await app.http.inject({ method: call.method, url, headers: { cookie }, ...payload });
  expect(answer.body).not.toContain('password_required');
  await later(1);
  const session = await app.signIn();
  await later(RECENT);
  expect((await refused(app.http, call, { ...input, cookie: session })).code).toBe('password_required');
});

test('what else the owner does needs none, another name neither', async () => {
  await later(RECENT * 100);
  expect((await ask(app.http, updateCredentials, { body: { name: 'Another', email: '' }, cookie })).body.name).toBe(
    'Another',
  );
  await ask(app.http, listSessions, { cookie });
});

test('the calls that need it are these, and their errors say so', () => {
  const calls: readonly Endpoint[] = endpoints;
  const named = calls.filter(({ recent }) => recent !== false);
  expect(named.map(({ name }) => name)).toEqual(expect.arrayContaining(guarded.map(([, { name }]) => name)));
  for (const call of calls) expect(errorsOf(call).includes('password_required')).toBe(call.recent !== false);
  // A program has no password to give.
  for (const { access, token } of named) expect([access, token]).toEqual(['admin', null]);
});

test('a password given again is as good as a sign-in, for ten minutes, and for its own session alone', async () => {
  await later(RECENT);
  const other = await app.signIn();
  await later(RECENT);
  const { statusCode, headers } = await confirm('the right one');
  expect(statusCode).toBe(204);
  const body = { email: 'new@example.com' };
  expect((await refused(app.http, updateCredentials, { body, cookie: other })).code).toBe('password_required');
  const confirmed = cookieOf(headers);
  expect((await ask(app.http, updateCredentials, { body, cookie: confirmed })).body.email).toBe(body.email);
  await later(RECENT);
  expect((await refused(app.http, updateCredentials, { body, cookie: confirmed })).code).toBe('password_required');
});

test('whoever has copied the cookie gains nothing: it is another one from then on', async () => {
  const { headers } = await confirm('the right one');
  const confirmed = cookieOf(headers);
  expect(confirmed).not.toBe('');
  expect(confirmed).not.toBe(cookie);
  expect((await refused(app.http, getMe, { cookie })).code).toBe('unauthorized');
  const { body } = await ask(app.http, listSessions, { cookie: confirmed });
  expect(body.map(({ current, createdAt }) => [current, createdAt])).toEqual([
    [true, new Date(app.clock.now()).toISOString()],
  ]);
});

test.each([
  ['is ended elsewhere', async () => void (await ask(app.http, endOtherSessions, { cookie: await app.signIn() }))],
  [
    'has its password changed elsewhere',
    async () => {
      const { db } = app.database;
      await resetOwnerPassword({ db, clock: app.clock, passwords: quickPasswords, password: 'changed meanwhile' });
    },
  ],
])(
  'a session that %s while the password is looked at does not come back under its new id',
  async (_what, meanwhile) => {
    const { auth } = app.services;
    const { confirm: look } = auth;
    auth.confirm = async (...given) => {
      const outcome = await look.apply(auth, given);
      await meanwhile();
      return outcome;
    };
    const answer = await confirm('the right one');
    auth.confirm = look;
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([401, 'unauthorized']);
    for (const session of [cookie, cookieOf(answer.headers)].filter(Boolean)) {
      expect((await refused(app.http, getMe, { cookie: session })).code).toBe('unauthorized');
    }
  },
);

test('a wrong password changes nothing, and guessing is slowed down as at the sign-in', async () => {
  await later(RECENT);
  const codes = [];
  for (let time = 0; time < 6; time += 1) codes.push((await confirm('wrong')).json<{ code: string }>().code);
  expect(codes).toEqual([...Array<string>(5).fill('invalid_credentials'), 'rate_limited']);
  expect((await confirm('the right one')).statusCode).toBe(429);
  // The owner can still confirm in another session.
  expect((await confirm('the right one', await app.signIn())).statusCode).toBe(204);
  await later(60 * 60_000);
  expect((await confirm('the right one')).statusCode).toBe(204);
});

test('a clock that was set back makes no old sign-in a recent one', async () => {
  await later(-60_000);
  const body = { password: 'a long new one' };
  expect((await refused(app.http, updateCredentials, { body, cookie })).code).toBe('password_required');
});
