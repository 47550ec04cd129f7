import { EventEmitter } from 'node:events';
import { strictClass } from './strict.ts';

export interface Cookie {
  name: string;
  value: string;
  domain: string;
  hostOnly: boolean;
  path: string;
  secure: boolean;
  httpOnly: boolean;
  session: boolean;
  /** Seconds since 1970; absent for a cookie of the session. */
  expirationDate?: number;
  sameSite: 'unspecified' | 'no_restriction' | 'lax' | 'strict';
}

export type CookieDetails = Partial<Cookie> & { url: string };
export type CookieFilter = { url?: string; name?: string; domain?: string; path?: string };

const SAME_SITE = { lax: 'lax', strict: 'strict', none: 'no_restriction' } as const;

/** The cookies of one session, in memory, by the rules of RFC 6265 that a single host needs. */
export class Cookies extends EventEmitter {
  private readonly kept = new Map<string, Cookie>();

  async get(filter: CookieFilter): Promise<Cookie[]> {
    this.sweep();
    return [...this.kept.values()].filter(
      (cookie) =>
        (filter.name === undefined || cookie.name === filter.name) &&
        (filter.domain === undefined || cookie.domain.replace(/^\./, '') === filter.domain.replace(/^\./, '')) &&
        (filter.path === undefined || cookie.path === filter.path) &&
        (filter.url === undefined || belongs(cookie, new URL(filter.url))),
    );
  }

  async set({ url, ...details }: CookieDetails): Promise<void> {
    const { hostname, protocol } = new URL(url);
    if (details.secure && protocol !== 'https:' && hostname !== 'localhost' && hostname !== '127.0.0.1')
      throw new Error('Failed to set cookie - The cookie is secure but the address is not');
    this.put({
      name: details.name ?? '',
      value: details.value ?? '',
      domain: details.domain ?? hostname,
      hostOnly: details.domain === undefined,
      path: details.path ?? '/',
      secure: details.secure ?? false,
      httpOnly: details.httpOnly ?? false,
      session: details.expirationDate === undefined,
      sameSite: details.sameSite ?? 'unspecified',
      ...(details.expirationDate === undefined ? {} : { expirationDate: details.expirationDate }),
    });
  }

  async remove(url: string, name: string): Promise<void> {
    for (const [key, cookie] of this.kept) {
      if (cookie.name !== name || !belongs(cookie, new URL(url))) continue;
      this.kept.delete(key);
      this.emit('changed', {}, cookie, 'explicit', true);
    }
  }

  async flushStore(): Promise<void> {}

  /** Removes all cookies, as `session.clearStorageData` requires. */
  clear(): void {
    for (const cookie of this.kept.values()) this.emit('changed', {}, cookie, 'explicit', true);
    this.kept.clear();
  }

  /** Returns the `Cookie` header for an address; "" when there is none. */
  headerFor(url: URL): string {
    this.sweep();
    const fitting = [...this.kept.values()].filter((cookie) => belongs(cookie, url));
    return fitting.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /** Stores the cookie of one `Set-Cookie` header of an answer. */
  take(header: string, url: URL): void {
    const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
    const equals = pair.indexOf('=');
    if (equals < 1) return;
    const given = new Map(
      attributes.map((attribute) => {
        const [name = '', ...value] = attribute.split('=');
        return [name.toLowerCase(), value.join('=')] as const;
      }),
    );
    const expires = given.has('max-age')
      ? Date.now() + Number(given.get('max-age')) * 1000
      : Date.parse(given.get('expires') ?? '');
    const sameSite = (given.get('samesite') ?? '').toLowerCase() as keyof typeof SAME_SITE;
    this.put({
      name: pair.slice(0, equals),
      value: pair.slice(equals + 1),
      domain: given.get('domain') || url.hostname,
      hostOnly: !given.get('domain'),
      path: given.get('path') || '/',
      secure: given.has('secure'),
      httpOnly: given.has('httponly'),
      session: Number.isNaN(expires),
      sameSite: SAME_SITE[sameSite] ?? 'unspecified',
      ...(Number.isNaN(expires) ? {} : { expirationDate: expires / 1000 }),
    });
  }

  private put(cookie: Cookie): void {
    const key = `${cookie.domain} ${cookie.path} ${cookie.name}`;
    const before = this.kept.get(key);
    if (before) {
      this.kept.delete(key);
      this.emit('changed', {}, before, 'overwrite', true);
    }
    if (isOver(cookie)) return;
    this.kept.set(key, cookie);
    this.emit('changed', {}, cookie, 'explicit', false);
  }

  private sweep(): void {
    for (const [key, cookie] of this.kept) {
      if (!isOver(cookie)) continue;
      this.kept.delete(key);
      this.emit('changed', {}, cookie, 'expired', true);
    }
  }
}

function isOver({ expirationDate }: Cookie): boolean {
  return expirationDate !== undefined && expirationDate * 1000 <= Date.now();
}

function belongs(cookie: Cookie, url: URL): boolean {
  const domain = cookie.domain.replace(/^\./, '');
  const isItsHost = cookie.hostOnly
    ? url.hostname === domain
    : url.hostname === domain || url.hostname.endsWith(`.${domain}`);
  const isSafe = !cookie.secure || url.protocol === 'https:' || ['localhost', '127.0.0.1'].includes(url.hostname);
  return isItsHost && isSafe && url.pathname.startsWith(cookie.path);
}

strictClass('cookies', Cookies);
