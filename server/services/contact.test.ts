import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sendContactMessage } from '#shared/contract/index.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, refused } from '../test-call.ts';

// Abuse case 16, tested with a real mail server.

interface Received {
  from: string;
  to: string[];
  /** The header fields as they arrived, unfolded. */
  head: string[];
  body: string;
}

let mails: Received[];
/** The text with which the mail server refuses a mail; null: it takes the mail. */
let refusal: string | null;
let smtp: SMTPServer;
let app: TestApp;
let logged: string[];

/** Begins the app and the mail server anew, for a test that stops one of them. */
const beginAnew = sharedByFile(
  async () => {
    mails = [];
    refusal = null;
    logged = [];
    smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      async onData(stream, session, callback) {
        const whole = await text(stream);
        if (refusal !== null) return callback(new Error(refusal));
        const [head = '', body = ''] = whole.split(/\r\n\r\n([\s\S]*)/);
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map((receiver) => receiver.address),
          head: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'),
          body,
        });
        callback();
      },
    });
    await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
    const { port } = smtp.server.address() as AddressInfo;
    app = await createTestApp({
      env: { SMTP_URL: `smtp://127.0.0.1:${port}`, CONTACT_TO: 'owner@blog.example', SITE_NAME: 'Tea' },
      logger: { level: 'error', stream: { write: (line: string) => logged.push(line) } },
    });
  },
  async () => {
    await app.close();
    await new Promise<void>((resolve) => smtp.close(() => resolve()));
  },
);

beforeEach(() => {
  app.database.sqlite.exec('delete from contact_messages');
  mails.length = 0;
  logged.length = 0;
  refusal = null;
});

const message = { name: 'Mira', email: 'mira@example.org', subject: 'Soup', message: 'Thank you.\nIt was good.' };
const send = async (fields: object) => {
  await ask(app.http, sendContactMessage, { body: { ...message, ...fields }, from: anotherReader() });
  await app.services.contact.settled();
};
const stored = () => app.database.db.selectFrom('contact_messages').selectAll().execute();
/** The stored messages and the mails, compared before and after a call that must leave nothing. */
const known = async () => [await stored(), [...mails]];
const field = (mail: Received | undefined, name: string) =>
  (mail?.head ?? [])
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    .map((line) => line.slice(name.length + 2));

test('a message is stored and mailed, to be answered to its sender', async () => {
  await send({});
  expect(await stored()).toMatchObject([
    { ...message, is_read: 0, is_suspect: 0, created_at: '2025-06-01T12:00:00.000Z' },
  ]);
  const [mail] = mails;
  expect(mail).toMatchObject({ from: 'owner@blog.example', to: ['owner@blog.example'] });
  expect(field(mail, 'Subject')).toEqual(['[Tea] Soup']);
  expect(field(mail, 'Reply-To')).toEqual(['mira@example.org']);
  expect(mail?.body).toContain('It was good.');
  expect(mail?.body).toContain('Mira <mira@example.org>');
});

test('a message without a subject is told by its sender’s name', async () => {
  await send({ subject: '' });
  expect(field(mails[0], 'Subject')).toEqual(['[Tea] Message from Mira']);
});

describe('nobody writes headers', () => {
  test.each([
    ['a line break in the name', { name: 'Mira\r\nBcc: all@evil.example' }],
    ['a line break in the subject', { subject: 'Soup\nBcc: all@evil.example' }],
    ['a carriage return alone', { subject: 'Soup\rBcc: all@evil.example' }],
    ['another kind of line break', { subject: 'Soup\u2028Bcc: all@evil.example' }],
    ['a line break in the address', { email: 'mira@example.org\r\nBcc: all@evil.example' }],
    ['two addresses', { email: 'mira@example.org, all@evil.example' }],
    ['an address with a name', { email: 'Mira <all@evil.example>' }],
  ])('%s is refused, and nothing is stored or mailed', async (_what, fields) => {
    const before = await known();
    const refused400 = await refused(app.http, sendContactMessage, {
      body: { ...message, ...fields },
      from: anotherReader(),
    });
    expect(refused400.code).toBe('invalid_input');
    expect(await known()).toEqual(before);
  });

  test('what is allowed in a name or subject stays in its own field', async () => {
    const strange = 'a" <all@evil.example>, Bcc: x\u000b\u0085 =?utf-8?Q?=0D=0ABcc:_y?= \u0007';
    for (const fields of [
      { name: strange.replace('\u0085', ''), subject: '' },
      { subject: strange.replace('\u0085', '') },
    ])
      await send(fields);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail.to).toEqual(['owner@blog.example']);
      expect(mail.head.filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual(['To: owner@blog.example']);
      expect(field(mail, 'Reply-To')).toEqual(['mira@example.org']);
      expect(field(mail, 'Subject')).toHaveLength(1);
    }
  });

  test('a message that looks like a mail of its own is text', async () => {
    await send({ message: 'Hello\r\n.\r\nMAIL FROM:<x@evil.example>\r\n\r\nBcc: all@evil.example\r\n\r\nQUIT' });
    expect(mails).toHaveLength(1);
    expect(mails[0]?.to).toEqual(['owner@blog.example']);
    expect(mails[0]?.head.some((line) => line.includes('evil'))).toBe(false);
  });

  test('no file of the server is put into a mail', async () => {
    await send({ message: '{"path":"/etc/passwd"}', subject: 'file:///etc/passwd' });
    expect(mails[0]?.body).not.toContain('root:');
  });
});

test('a mail server that refuses costs no message, and the log says what happened', async () => {
  refusal = 'mailbox full';
  await send({});
  expect(await stored()).toHaveLength(1);
  expect(logged.join()).toContain('a contact message is stored but could not be mailed');
  expect(logged.join()).toContain('mailbox full');
  expect(logged.join()).not.toContain('It was good.');
});

test('a mail server that is gone costs no message either, and the reader does not wait for it', async () => {
  onTestFinished(beginAnew);
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
  await send({});
  expect(await stored()).toHaveLength(1);
  expect(logged).toHaveLength(1);
});

test('a mail under way is sent before the server stops', async () => {
  await ask(app.http, sendContactMessage, { body: message, from: anotherReader() });
  onTestFinished(beginAnew);
  await app.close({ keepFolder: true });
  expect(mails).toHaveLength(1);
  app = await createTestApp({ folder: app.folder });
});

test.each([
  ['fills the field nobody sees', { website: 'https://spam.example' }],
  ['fills it with something that is no text', { website: ['x'] }],
  ['is faster than anybody can be', { elapsedMs: 3 }],
])('who %s is kept as a suspect, and not mailed', async (_what, fields) => {
  await send(fields);
  expect(await stored()).toMatchObject([{ is_suspect: 1, name: 'Mira' }]);
  expect(mails).toEqual([]);
});

test.each([
  ['no hints at all', {}],
  ['an empty hidden field and a person’s time', { website: '', elapsedMs: 12_000 }],
  ['a time that is nonsense', { elapsedMs: -5 }],
  ['a time that is no number', { elapsedMs: 'soon' }],
])('%s is a person', async (_what, fields) => {
  await send(fields);
  expect(await stored()).toMatchObject([{ is_suspect: 0 }]);
  expect(mails).toHaveLength(1);
});

test.each([
  ['a blank name', { name: '  ' }],
  ['no address', { email: '' }],
  ['an address that is none', { email: 'mira' }],
  ['a blank message', { message: ' \n ' }],
  ['a name of 121 characters', { name: 'a'.repeat(121) }],
  ['a message of 10,001 characters', { message: 'a'.repeat(10_001) }],
])('%s is refused, and nothing is stored', async (_what, fields) => {
  const before = await stored();
  const refused400 = await refused(app.http, sendContactMessage, {
    body: { ...message, ...fields },
    from: anotherReader(),
  });
  expect(refused400).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(refused400.issues?.[0]?.path).toBe(Object.keys(fields)[0]);
  expect(await stored()).toEqual(before);
});
