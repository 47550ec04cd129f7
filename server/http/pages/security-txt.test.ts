import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';

const ADDRESS = '/.well-known/security.txt';
const DAY = 24 * 60 * 60 * 1000;

test.each([
  ['security@blog.example', 'mailto:security@blog.example'],
  ['https://blog.example/contact', 'https://blog.example/contact'],
])('says where holes are told to: %s', async (given, contact) => {
  const app = await createTestApp({ env: { SECURITY_CONTACT: given, SITE_URL: 'https://blog.example' } });
  const { statusCode, headers, body } = await app.http.inject(ADDRESS);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; charset=utf-8');
  const fields = Object.fromEntries(
    body
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (.*)/, 2)),
  );
  expect(fields).toEqual({
    Contact: contact,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
    'Preferred-Languages': 'en',
    Canonical: `https://blog.example${ADDRESS}`,
  });
  await app.close();
});

test('never runs out, and is never good for a year', async () => {
  const app = await createTestApp({ env: { SECURITY_CONTACT: 'security@blog.example' } });
  for (const days of [0, 200, 2000]) {
    app.clock.advance(days * DAY);
    const { body } = await app.http.inject(ADDRESS);
    const left = Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? '') - app.clock.now();
    expect(left).toBeGreaterThan(100 * DAY);
    expect(left).toBeLessThan(365 * DAY);
  }
  await app.close();
});

test('is not there where nobody is named, and a contact that nobody can write to is a fault of the settings', async () => {
  const app = await createTestApp();
  expect((await app.http.inject(ADDRESS)).statusCode).toBe(404);
  await app.close();
  await expect(createTestApp({ env: { SECURITY_CONTACT: 'javascript:alert(1)' } })).rejects.toThrow('SECURITY_CONTACT');
});
