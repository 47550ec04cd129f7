import { expect, test } from 'vitest';
import { mailOptions, needsTls } from './mailer.ts';

const mail = { to: 'reader@example.org', replyTo: 'owner@blog.example', subject: 'Tea', text: 'Words' };

test('mail to many says how one press ends it, and which list it is of', () => {
  const list = { id: 'letters.blog.example', unsubscribe: 'https://blog.example/subscription/k/unsubscribe' };
  expect(mailOptions({ ...mail, html: '<p>Words</p>', list, messageId: '<1@blog.example>' })).toEqual({
    ...mail,
    html: '<p>Words</p>',
    messageId: '<1@blog.example>',
    headers: {
      'List-Id': '<letters.blog.example>',
      'List-Unsubscribe': '<https://blog.example/subscription/k/unsubscribe>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
});

test('a mail the program writes by itself says so, and no notice of absence answers it', () => {
  expect(mailOptions({ ...mail, isAutomatic: true })).toEqual({
    ...mail,
    headers: { 'Auto-Submitted': 'auto-generated' },
  });
});

test('a mail that is not to many says nothing of a list', () => {
  expect(mailOptions(mail)).toEqual(mail);
});

test.each([
  ['a line break', 'Tea\r\nBcc: all@evil.example', 'Tea Bcc: all@evil.example'],
  ['a line separator', 'Tea\u2028Bcc: x', 'Tea Bcc: x'],
  ['control characters', '\u0000Tea\u000b\u0007 time\u0085', 'Tea  time'],
  ['what turns the direction of reading round', 'invoice\u202efdp.exe', 'invoice fdp.exe'],
])('%s in a title or a name begins no header', (_what, given, shown) => {
  const options = mailOptions({ ...mail, subject: given, from: { name: given, address: 'owner@blog.example' } });
  expect(options).toMatchObject({ subject: shown, from: { name: shown, address: 'owner@blog.example' } });
});

test.each([
  'smtp://user:word@mail.blog.example:587',
  'smtp://10.0.0.5',
  'smtp://localhost.blog.example',
  'smtp://127.0.0.1.evil.example',
])('without TLS nothing is said to %s, neither the password nor a word of a reader', (address) => {
  expect(needsTls(address)).toBe(true);
});

test.each(['smtp://localhost:2525', 'smtp://127.0.0.1', 'smtp://[::1]:25'])(
  'to %s nothing goes over a network',
  (address) => {
    expect(needsTls(address)).toBe(false);
  },
);
