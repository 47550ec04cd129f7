import { STEP_COOKIE } from '#shared/contract/auth/sign-in-steps.ts';
import { cookieName, DEVICE_COOKIE, SESSION_COOKIE } from '#shared/contract/session.ts';

/**
 * A cookie of the server. `value` is in the escaped form of the header; `expires` is in milliseconds since 1970, or
 * null when the cookie has no end.
 */
export interface Cookie {
  name: string;
  value: string;
  path: string;
  secure: boolean;
  expires: number | null;
}

/**
 * The names of a Ninefold server's cookies, with https and without. Other cookies (a proxy's, an intruder's) are
 * ignored.
 */
const known = new Set<string>(
  [SESSION_COOKIE, DEVICE_COOKIE, STEP_COOKIE].flatMap((name) => [cookieName(name, false), cookieName(name, true)]),
);

/** Longer than any cookie of a Ninefold server, and too short for a server to fill a disk. */
const MAX_LENGTH = 4096;

/**
 * Returns the lines of `Set-Cookie`. Electron's fetch joins them with commas, which dates contain too: a new cookie
 * begins after a comma that is followed by a name and "=".
 */
export function setCookieLines(headers: Headers): string[] {
  return headers.getSetCookie().flatMap((line) => line.split(/,\s*(?=[^\s;,=]+=)/));
}

/** Reads one line of `Set-Cookie` (RFC 6265 §5.2); returns null for a cookie that is not one of Ninefold's. */
export function parseSetCookie(line: string, now: number): Cookie | null {
  if (line.length > MAX_LENGTH) return null;
  const [pair = '', ...parts] = line.split(';').map((part) => part.trim());
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals);
  const value = pair.slice(equals + 1);
  // A value that a header cannot carry is no cookie.
  if (equals < 1 || !known.has(name) || !/^[\x21-\x7e]*$/.test(value)) return null;
  const attributes = new Map(
    parts.map((part) => {
      const at = part.indexOf('=');
      return at === -1 ? [part.toLowerCase(), ''] : [part.slice(0, at).toLowerCase(), part.slice(at + 1)];
    }),
  );
  const path = attributes.get('path') ?? '';
  const secure = attributes.has('secure');
  // Bound to the host: https only, the path "/", and no domain (RFC 6265bis, cookie name prefixes).
  if (name.startsWith('__Host-') && !(secure && path === '/' && !attributes.has('domain'))) return null;
  return {
    name,
    value,
    path: path.startsWith('/') ? path : '/',
    secure,
    expires: expiryOf(attributes.get('max-age'), attributes.get('expires'), now),
  };
}

function expiryOf(maxAge: string | undefined, expires: string | undefined, now: number): number | null {
  if (maxAge !== undefined && /^-?\d{1,12}$/.test(maxAge)) return now + Number(maxAge) * 1000;
  const at = expires === undefined ? Number.NaN : Date.parse(expires);
  return Number.isNaN(at) ? null : at;
}

/**
 * Returns the cookies after a line of `Set-Cookie`: an expired cookie is removed, and one of the same name and path is
 * replaced.
 */
export function withCookie(cookies: readonly Cookie[], cookie: Cookie, now: number): Cookie[] {
  const others = cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
  const isOver = cookie.value === '' || (cookie.expires !== null && cookie.expires <= now);
  return isOver ? others : [...others, cookie];
}

/** Returns the `Cookie` header of a request to the server (RFC 6265 §5.4); null when there is no cookie to send. */
export function cookieHeader(cookies: readonly Cookie[], url: URL, now: number): string | null {
  const sent = cookies.filter(
    (cookie) =>
      (cookie.expires === null || cookie.expires > now) &&
      (!cookie.secure || url.protocol === 'https:') &&
      isUnder(url.pathname, cookie.path),
  );
  return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function isUnder(pathname: string, path: string): boolean {
  if (pathname === path) return true;
  return pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
