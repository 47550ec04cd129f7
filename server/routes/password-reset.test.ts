import { verify } from '@node-rs/argon2';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { DAY } from '#server/repositories/blog-fixture.ts';
import { quickPasswords } from '#server/test-passwords.ts';
import { listAudit } from '#shared/contract/audit.ts';
import { askReset, getMe, getReset, login, updateCredentials, useReset } from '#shared/contract/session.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { LINK_LIVES } from '../services/passwords/password-reset.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, refused } from '../test-call.ts';
import { fieldsOf, startTestMailServer, type TestMailServer } from '../test-mail-server.ts';

// Abuse case 8.

const EMAIL = 'owner@secret.example';
const NEW = 'one that nobody knows';

let app: TestApp;
let mail: TestMailServer;
let logged: string[];
const beginAnew = sharedByFile(
  async () => {
    mail = await startTestMailServer();
    app = await createTestApp({
      env: { SMTP_URL: mail.url, MAIL_FROM: 'site@blog.example', CONTACT_TO: 'desk@blog.example', SITE_NAME: 'Tea' },
      logger: { level: 'debug', stream: { write: (line: string) => logged.push(line) } },
    });
  },
  async () => {
    await app.close();
    await mail.close();
  },
);
/** The owner as at first, with no link asked for and no mail sent; the limits count from zero again. */
beforeEach(async () => {
  await app.services.passwordReset.settled();
  await app.services.notices.settled();
  logged = [];
  mail.mails.length = 0;
  mail.onText = () => null;
  app.clock.advance(DAY);
  app.database.sqlite.exec('delete from password_resets; delete from sessions');
  await app.database.db
    .updateTable('admin_users')
    .set({ email: EMAIL, password: await quickPasswords.hash('forgotten') })
    .execute();
});

const account = () => app.database.db.selectFrom('admin_users').selectAll().executeTakeFirstOrThrow();
const secretIn = (body = mail.mails.at(-1)?.body ?? '') => /#reset=([\w-]{43})/.exec(body)?.[1] ?? '';
/** Asks for a link, waits for the mail, and returns the secret of the link. */
async function link(email = EMAIL): Promise<string> {
  await ask(app.http, askReset, { body: { email }, from: anotherReader() });
  await app.services.passwordReset.settled();
  return secretIn();
}
const setWith = (secret: string, password = NEW, from = anotherReader()) =>
  app.http.inject({ method: 'PUT', url: useReset.path, payload: { secret, password }, remoteAddress: from });
const codeOf = async (answer: ReturnType<typeof setWith>) => (await answer).json<{ code: string }>().code;

test('the link of the mail sets a new password, ends every session, and signs nobody in', async () => {
  const cookie = await app.signIn();
  const answer = await setWith(await link('OWNER@secret.example'));
  expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([204, undefined]);
  expect(await verify((await account()).password, NEW)).toBe(true);
  expect((await refused(app.http, getMe, { cookie })).code).toBe('unauthorized');
  expect((await ask(app.http, login, { body: { email: EMAIL, password: NEW } })).body.email).toBe(EMAIL);
});

test('a new password is counted anew: an account that waits lets its owner in, and guesses at the new one wait again', async () => {
  const guess = () =>
    app.http.inject({
      ...{ method: 'POST', url: login.path, payload: { email: EMAIL, password: 'a guess' } },
      remoteAddress: anotherReader(),
    });
  const statuses = async () => {
    const answers = [];
    for (let times = 0; times < 6; times += 1) answers.push((await guess()).statusCode);
    return answers;
  };
  expect(await statuses()).toEqual([401, 401, 401, 401, 401, 429]);
  const old = { email: EMAIL, password: 'forgotten' };
  expect((await refused(app.http, login, { body: old, from: anotherReader() })).status).toBe(429);
  await setWith(await link());
  const body = { email: EMAIL, password: NEW };
  expect((await ask(app.http, login, { body, from: anotherReader() })).body.email).toBe(EMAIL);
  expect(await statuses()).toEqual([401, 401, 401, 401, 401, 429]);
});

test('the mail goes to the owner, and its link to the site, whatever host the request names', async () => {
  const headers = { 'x-forwarded-host': 'evil.example', origin: 'http://site.test' };
  await ask(app.http, askReset, { body: { email: EMAIL }, headers });
  await app.services.passwordReset.settled();
  expect(mail.mails.map(({ to }) => to)).toEqual([EMAIL]);
  // The only address that the mail server may send for.
  expect([mail.mails[0]?.from, ...fieldsOf(mail.mails[0], 'From')]).toEqual(['site@blog.example', 'site@blog.example']);
  expect(mail.mails[0]?.body).toMatch(/^http:\/\/site\.test\/admin\/login#reset=[\w-]{43}\r?$/m);
  expect(mail.mails[0]?.body).not.toContain('evil');
  const asked = { method: 'POST', url: askReset.path, payload: { email: EMAIL } } as const;
  expect((await app.http.inject({ ...asked, headers: { host: 'evil.example' } })).statusCode).toBe(421);
});

test('the secret is kept as its hash alone, and stands in no log', async () => {
  const secret = await link();
  const rows = await app.database.db.selectFrom('password_resets').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret);
  await setWith(secret);
  expect(logged.join()).not.toContain(secret);
  const dump = app.database.sqlite.prepare('select * from audit').all();
  expect(JSON.stringify(dump)).not.toContain(secret);
});

test('an address nobody has gets the same answer, and no mail', async () => {
  const answers = [];
  for (const email of [EMAIL, 'stranger@example.com', "' or 1=1 --@example.com"]) {
    const { statusCode, body } = await app.http.inject({
      ...{ method: 'POST', url: askReset.path, payload: { email }, remoteAddress: anotherReader() },
    });
    answers.push([statusCode, body]);
  }
  await app.services.passwordReset.settled();
  expect(answers.slice(0, 2)).toEqual([
    [204, ''],
    [204, ''],
  ]);
  expect(answers[2]?.[0]).toBe(400);
  expect(mail.mails).toHaveLength(1);
});

test('the answer does not wait for the mail, nor for looking the address up', async () => {
  const given = Promise.withResolvers<void>();
  mail.onText = async () => {
    await given.promise;
    return null;
  };
  // The call is answered although the mail server has taken nothing yet.
  await ask(app.http, askReset, { body: { email: EMAIL } });
  expect(mail.mails).toHaveLength(0);
  given.resolve();
  await app.services.passwordReset.settled();
  expect(mail.mails).toHaveLength(1);
});

test('a link is used once, also by two at the same moment, and takes the others with it', async () => {
  const [first, second] = [await link(), await link()];
  const both = await Promise.all([setWith(first), setWith(first, 'another that nobody knows')]);
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 410]);
  expect(await codeOf(setWith(first))).toBe('reset_link_over');
  expect(await codeOf(setWith(second))).toBe('reset_link_over');
});

test.each<[string, () => Promise<unknown>]>([
  ['is older than half an hour', async () => app.clock.advance(LINK_LIVES)],
  [
    'was mailed before the password changed',
    async () => ask(app.http, updateCredentials, { body: { password: 'a changed one' }, cookie: await app.signIn() }),
  ],
  [
    'was mailed to an address that is the owner’s no more',
    async () => ask(app.http, updateCredentials, { body: { email: 'new@example.com' }, cookie: await app.signIn() }),
  ],
  [
    'is of an account that is gone',
    async () => {
      onTestFinished(beginAnew);
      await app.database.db.deleteFrom('admin_users').execute();
    },
  ],
])('a link that %s sets nothing', async (_what, happen) => {
  const secret = await link();
  await happen();
  expect(await codeOf(setWith(secret))).toBe('reset_link_over');
});

test('a guessed link, another form of one and none are refused', async () => {
  expect(await codeOf(setWith('A'.repeat(43)))).toBe('reset_link_over');
  for (const secret of ['', 'short', `${'A'.repeat(43)}=`, "' or 1=1 --"]) {
    expect(await codeOf(setWith(secret))).toBe('invalid_input');
  }
  expect(await verify((await account()).password, 'forgotten')).toBe(true);
});

test('a password that everybody tries first is refused, and the link stays good', async () => {
  const secret = await link();
  expect(await codeOf(setWith(secret, 'password1'))).toBe('invalid_input');
  expect(await codeOf(setWith(secret, '12345'))).toBe('invalid_input');
  expect((await setWith(secret)).statusCode).toBe(204);
});

test('a network asks and tries ten times an hour, and an account is mailed three times', async () => {
  const from = anotherReader();
  const statuses = [];
  for (let time = 0; time < 11; time += 1) {
    const asked = { method: 'POST', url: askReset.path, payload: { email: EMAIL }, remoteAddress: from } as const;
    statuses.push((await app.http.inject(asked)).statusCode);
    await app.services.passwordReset.settled();
  }
  expect(statuses).toEqual([...Array<number>(10).fill(204), 429]);
  expect((await setWith('A'.repeat(43), NEW, from)).statusCode).toBe(429);
  expect(mail.mails).toHaveLength(3);
  app.clock.advance(60 * 60_000);
  await link();
  expect(mail.mails).toHaveLength(4);
});

test('what was asked for, done and refused is noted', async () => {
  await beginAnew();
  const secret = await link();
  await setWith(secret);
  await setWith(secret);
  const cookie = await app.signIn();
  const { body } = await ask(app.http, listAudit, { cookie });
  expect(body.map(({ event, actor, network }) => [event, actor.kind, network !== null])).toEqual([
    ['reset_link_refused', 'stranger', true],
    ['reset_used', 'stranger', true],
    ['reset_asked', 'stranger', true],
  ]);
});

test('a mail server that refuses the mail is told of in the log, and asking again is possible', async () => {
  mail.onText = () => ({ code: 451, message: 'not now' });
  await link();
  expect(logged.join()).toContain('a link for a new password could not be mailed');
  mail.onText = () => null;
  expect((await setWith(await link())).statusCode).toBe(204);
});

test('without a mail server there is no such way, and the login screen knows it', async () => {
  expect((await ask(app.http, getReset)).body).toEqual({ isOpen: true });
  const without = await createTestApp();
  expect((await ask(without.http, getReset)).body).toEqual({ isOpen: false });
  expect((await refused(without.http, askReset, { body: { email: EMAIL } })).code).toBe('mail_not_configured');
  await without.close();
});
