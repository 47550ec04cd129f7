import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { anotherReader } from '../../test-call.ts';

// The contact form of a browser without JavaScript: a POST of the form, answered by a page.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(() => app.database.db.deleteFrom('contact_messages').execute());

const filled = { name: 'Mira', email: 'mira@example.org', subject: 'Soup & "bread"', message: 'Thank you <3' };
const submit = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
  app.http.inject({
    method: 'POST',
    url: '/contact',
    remoteAddress: anotherReader(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', ...headers },
    payload: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
  });
const stored = () => app.database.db.selectFrom('contact_messages').selectAll().execute();

/** The value of a field in the form that was answered. */
function fieldValue(html: string, name: string): string {
  const input = new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html);
  const area = new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)</textarea>`).exec(html);
  return (input ?? area)?.[1] ?? '';
}

test('the form on the page is one that a browser can send by itself', async () => {
  const { body } = await app.http.inject('/contact');
  expect(body).toMatch(/<form[^>]*action="\/contact"/);
  expect(body).toMatch(/<form[^>]*method="post"/);
  for (const name of ['name', 'email', 'subject', 'message', 'website']) expect(body).toContain(`name="${name}"`);
});

test('a message is stored, the page says so, and the form is empty again', async () => {
  const response = await submit(filled);
  expect(response.statusCode).toBe(200);
  expect(response.headers['cache-control']).toBe('private, no-store');
  expect(response.body).toContain('Message Sent!');
  expect(response.body).toContain('get back to you within 1-2 business days.');
  expect(['name', 'email', 'subject', 'message'].map((name) => fieldValue(response.body, name))).toEqual([
    '',
    '',
    '',
    '',
  ]);
  expect(await stored()).toMatchObject([{ ...filled, is_suspect: 0 }]);
});

test.each(['name', 'email', 'message'])(
  'without %s nothing is stored, the page says what is missing, and what was typed is kept',
  async (name) => {
    const response = await submit({ ...filled, [name]: '  ' });
    expect(response.statusCode).toBe(422);
    expect(response.body).toContain('Missing Information');
    expect(response.body).toContain('Please fill in your name, email, and message.');
    const others = {
      name: 'Mira',
      email: 'mira@example.org',
      subject: 'Soup &amp; &quot;bread&quot;',
      message: 'Thank you &lt;3',
    };
    for (const [other, value] of Object.entries(others)) {
      if (other !== name) expect([other, fieldValue(response.body, other)]).toEqual([other, value]);
    }
    expect(await stored()).toEqual([]);
  },
);

test('fields that are not sent at all are missing', async () => {
  for (const body of ['', 'name=Mira', 'a=b&&&=', '%', '%zz=%zz']) {
    expect((await submit(body)).body).toContain('Missing Information');
  }
});

test('a subject is not needed', async () => {
  expect((await submit({ ...filled, subject: '' })).statusCode).toBe(200);
  expect(await stored()).toHaveLength(1);
});

test.each([
  ['an address that is none', { email: 'mira' }],
  ['a line break in the subject', { subject: 'Soup\r\nBcc: all@evil.example' }],
  ['a line break in the name', { name: 'Mira\nBcc: all@evil.example' }],
  ['NUL', { message: 'a\0b' }],
  ['a message that is too long', { message: 'a'.repeat(10_001) }],
])('%s is refused, kept in the form, and not stored', async (_what, fields) => {
  const response = await submit({ ...filled, ...fields });
  expect(response.statusCode).toBe(422);
  expect(response.body).toContain('Failed to send message. Please try again or email us directly.');
  expect(await stored()).toEqual([]);
});

test('what was typed stands in the page as text', async () => {
  const { body } = await submit({
    ...filled,
    email: '',
    name: '"><script>alert(1)</script>',
    message: '</textarea><script>alert(2)</script>',
  });
  expect(body).not.toMatch(/<script>alert/);
  expect(fieldValue(body, 'message')).toBe('&lt;/textarea&gt;&lt;script&gt;alert(2)&lt;/script&gt;');
});

test('a program that fills the hidden field is told what it wants to hear, and is kept as a suspect', async () => {
  expect((await submit({ ...filled, website: 'https://spam.example' })).body).toContain('Message Sent!');
  expect(await stored()).toMatchObject([{ is_suspect: 1 }]);
});

test('fields given twice, or named like what objects have, change nothing', async () => {
  const response = await submit(
    `${new URLSearchParams(filled)}&name=Second&__proto__=x&constructor=y&toString=z&is_read=1&id=9`,
  );
  expect(response.statusCode).toBe(200);
  expect(await stored()).toMatchObject([{ name: 'Second', is_read: 0 }]);
});

test('from another site it is refused', async () => {
  const foreign: Record<string, string>[] = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];
  for (const headers of foreign) {
    const response = await submit(filled, { ...headers, accept: '*/*' });
    expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site']);
  }
  expect(await stored()).toEqual([]);
});

test('other bodies, and bodies too large, are refused with a page', async () => {
  const large = await submit({ ...filled, message: 'a'.repeat(200_000) });
  expect([large.statusCode, large.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
  const multipart = await submit('--x--', { 'content-type': 'multipart/form-data; boundary=x' });
  expect([multipart.statusCode, multipart.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  expect(await stored()).toEqual([]);
});

test('when nothing can be stored the page says so and keeps what was typed', async () => {
  const { contact } = app.services;
  const { receive } = contact;
  contact.receive = () => Promise.reject(new Error('disk full'));
  const response = await submit(filled);
  contact.receive = receive;
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain('Failed to send message.');
  expect(response.body).not.toContain('disk full');
  expect(fieldValue(response.body, 'message')).toBe('Thank you &lt;3');
});

test('the answer to one reader is shown to no other', async () => {
  await submit({ ...filled, email: '' });
  const { body } = await app.http.inject('/contact');
  expect(body).not.toContain('Mira');
  expect(body).not.toContain('Missing Information');
});
