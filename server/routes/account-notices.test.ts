import { Secret, TOTP } from 'otpauth';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { quickPasswords } from '#server/test-passwords.ts';
import { confirmTotp, makeRecoveryCodes, removeTotp, startTotp } from '#shared/contract/index.ts';
import { askReset, updateCredentials, useReset } from '#shared/contract/session.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';
import { startTestMailServer, type TestMailServer } from '../test-mail-server.ts';

const BEFORE = 'owner@secret.example';

let app: TestApp;
let mail: TestMailServer;
let cookie: string;
let logged: string[];
beforeEach(async () => {
  mail = await startTestMailServer();
  logged = [];
  app = await createTestApp({
    env: { SMTP_URL: mail.url, MAIL_FROM: 'site@blog.example', SITE_NAME: 'Tea' },
    logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } },
  });
  cookie = await app.signIn();
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

const change = (body: object) => ask(app.http, updateCredentials, { body, cookie });
const told = async () => {
  await app.services.notices.settled();
  return mail.mails.map(({ to, body }) => [to, body.split('\r\n\r\n')[0]?.replaceAll('\r\n', ' ')]);
};

test('the address there was before is told that there is another', async () => {
  await change({ email: 'taken-over@elsewhere.example' });
  expect(await told()).toEqual([
    [BEFORE, 'The e-mail address of the account was changed. This mail goes to the one it had before.'],
  ]);
  const body = mail.mails[0]?.body ?? '';
  expect(body).toContain('Site: Tea, http://site.test');
  expect(body).toContain('from the network 127.0.0.1');
  expect(body).toContain('http://site.test/admin/login');
  // A reader of this mailbox must not learn where the account has gone.
  expect(body).not.toContain('elsewhere.example');
});

test('a new password is told, with another address in one mail to the one before', async () => {
  await change({ password: 'words nobody knows', email: 'new@blog.example' });
  const [mails] = await told();
  expect(mails).toEqual([BEFORE, expect.stringMatching(/^The e-mail address .* The password was changed\.$/)]);
  expect(mail.mails).toHaveLength(1);
  expect(mail.mails[0]?.body).not.toContain('words nobody knows');
});

test('a new name, and what is refused, are no news', async () => {
  await change({ name: 'Another' });
  await change({ email: BEFORE });
  await refused(app.http, updateCredentials, { body: { password: 'iloveyou' }, cookie });
  expect(await told()).toEqual([]);
});

test('a second factor that is set up, replaced or taken off is told', async () => {
  const { body } = await ask(app.http, startTotp, { cookie });
  expect(await told()).toEqual([]);
  const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: app.clock.now() });
  await ask(app.http, confirmTotp, { cookie, body: { code } });
  await ask(app.http, makeRecoveryCodes, { cookie });
  await ask(app.http, removeTotp, { cookie });
  await refused(app.http, removeTotp, { cookie });
  expect((await told()).map(([, first]) => first).sort()).toEqual([
    'An authenticator app was set up.',
    'New recovery codes were made. Those from before are not good any more.',
    'The authenticator app was taken off.',
  ]);
});

test('a password set by a mailed link is told too, with whoever used the link', async () => {
  await app.database.db
    .updateTable('admin_users')
    .set({ password: await quickPasswords.hash('forgotten') })
    .execute();
  await ask(app.http, askReset, { body: { email: BEFORE } });
  await app.services.passwordReset.settled();
  const secret = /#reset=([\w-]{43})/.exec(mail.mails[0]?.body ?? '')?.[1] ?? '';
  const from = '203.0.113.7';
  await ask(app.http, useReset, { body: { secret, password: 'words nobody knows' }, from });
  expect((await told()).at(-1)).toEqual([BEFORE, 'The password was changed.']);
  expect(mail.mails.at(-1)?.body).toContain(`from the network ${from}`);
});

test('a mail server that refuses changes nothing of what was done, and is logged without a word of it', async () => {
  mail.onRecipient = () => ({ code: 550, message: 'no such mailbox' });
  await change({ password: 'words nobody knows' });
  expect(await told()).toEqual([]);
  expect(logged.join()).toContain('could not be told by mail');
  expect(logged.join()).not.toContain('words nobody knows');
});

test('without a mail server nobody is told, and the change is made', async () => {
  const silent = await createTestApp();
  const body = { email: 'new@blog.example' };
  const { body: changed } = await ask(silent.http, updateCredentials, { body, cookie: await silent.signIn() });
  expect(changed.email).toBe('new@blog.example');
  await silent.services.notices.settled();
  expect(mail.mails).toEqual([]);
  await silent.close();
});
