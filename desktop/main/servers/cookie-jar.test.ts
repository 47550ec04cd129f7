import { expect, test } from 'vitest';
import { type Cookie, cookieHeader, parseSetCookie, setCookieLines, withCookie } from './cookie-jar.ts';

const NOW = Date.UTC(2026, 0, 1);
const session = 'ninefold.sid=abc.d%2Be; Path=/; HttpOnly; SameSite=Lax; Expires=Sun, 01 Feb 2026 00:00:00 GMT';
const device = 'ninefold.device=k; Max-Age=60; Path=/api/auth/login; HttpOnly; Secure; SameSite=Strict';
const read = (...lines: string[]) =>
  lines.reduce<Cookie[]>((cookies, line) => {
    const cookie = parseSetCookie(line, NOW);
    return cookie ? withCookie(cookies, cookie, NOW) : cookies;
  }, []);
const sentTo = (cookies: Cookie[], url: string, now = NOW) => cookieHeader(cookies, new URL(url), now);

test('cookies go where they belong', () => {
  const cookies = read(session, device);
  expect(sentTo(cookies, 'https://x/api/posts')).toBe('ninefold.sid=abc.d%2Be');
  expect(sentTo(cookies, 'https://x/api/auth/login')).toBe('ninefold.sid=abc.d%2Be; ninefold.device=k');
  expect(sentTo(cookies, 'https://x/api/auth/login2')).toBe('ninefold.sid=abc.d%2Be');
  expect(sentTo(cookies, 'http://x/api/auth/login')).toBe('ninefold.sid=abc.d%2Be');
  expect(sentTo([], 'https://x/')).toBeNull();
});

test('behind https the names say that a cookie is bound to its host, and it is taken only as such a cookie is', () => {
  const names = ['ninefold.sid', 'ninefold.device', 'ninefold.step'].map((name) => `__Host-${name}`);
  const cookies = read(...names.map((name) => `${name}=x; Path=/; Secure; HttpOnly`));
  expect(sentTo(cookies, 'https://x/api/auth/login/totp')).toBe(names.map((name) => `${name}=x`).join('; '));
  for (const rest of ['Path=/', 'Path=/api; Secure', 'Path=/; Secure; Domain=x', 'Secure']) {
    expect([rest, parseSetCookie(`__Host-ninefold.sid=x; ${rest}`, NOW)]).toEqual([rest, null]);
  }
});

test('the cookie of a sign-in’s first step goes with its second', () => {
  const cookies = read('ninefold.step=k; Max-Age=600; Path=/api/auth/login; HttpOnly');
  expect(sentTo(cookies, 'http://x/api/auth/login/totp')).toBe('ninefold.step=k');
  expect(sentTo(cookies, 'http://x/api/posts')).toBeNull();
});

test('a cookie whose time is over is not sent', () => {
  const cookies = read(session, device);
  expect(sentTo(cookies, 'https://x/api/auth/login', NOW + 60_000)).toBe('ninefold.sid=abc.d%2Be');
  expect(sentTo(cookies, 'https://x/', Date.UTC(2026, 1, 1))).toBeNull();
});

test('a new value replaces the old, an expired or empty one takes it away', () => {
  expect(sentTo(read(session, 'ninefold.sid=new; Path=/'), 'https://x/')).toBe('ninefold.sid=new');
  expect(read(session, 'ninefold.sid=; Path=/')).toEqual([]);
  expect(read(session, 'ninefold.sid=x; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT')).toEqual([]);
  expect(read(session, 'ninefold.sid=x; Path=/; Max-Age=0')).toEqual([]);
});

test.each([
  'other=1',
  '__Host-x=1; Secure',
  'ninefold.sid',
  '=x',
  '',
  'ninefold.sid=a b',
  'ninefold.sid=a\u0001',
  `ninefold.sid=${'a'.repeat(5000)}`,
])('%.40s is not taken', (line) => {
  expect(parseSetCookie(line, NOW)).toBeNull();
});

test('lines that were joined with commas are told apart from the commas of dates', () => {
  const joined = new Headers();
  joined.set('set-cookie', `${session}, ${device}`);
  expect(setCookieLines(joined)).toEqual([session, device]);
  const apart = new Headers([
    ['set-cookie', session],
    ['set-cookie', device],
  ]);
  expect(setCookieLines(apart)).toEqual([session, device]);
  expect(setCookieLines(new Headers())).toEqual([]);
});
