import { rmSync } from 'node:fs';
import { z } from 'zod';
import { getMe, isSessionCookie } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { readFileIfExists, writeFileAtomically } from './atomic-file.ts';
import { type Cookie, cookieHeader, parseSetCookie, setCookieLines, withCookie } from './cookie-jar.ts';

/** The system's storage for secrets (Electron's safeStorage). */
export interface SecretBox {
  /** Returns false when the secrets would be readable for anyone who has the disk. */
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Uint8Array>;
  /** Throws for bytes that were not sealed here. */
  open(sealed: Uint8Array): Promise<string>;
}

/** The cookies of one server. The page never sees them; on the disk they are sealed, or not stored at all. */
export interface Credentials {
  /** Returns the `Cookie` header for an address of the server; null when there is none. */
  header(url: URL): string | null;
  /** Whether there is a session, from a sign-in at this server, that has not ended. */
  hasSession(): boolean;
  /**
   * Stores the cookies that an answer set. Only a sign-in can begin a session (`sent` is then `sign-in`); otherwise a
   * server could sign in an owner who never asked for it. Any other answer can only renew or end the session that its
   * request carried (`sent` is its `Cookie` header), because a newer session may have begun since.
   */
  take(headers: Headers, sent: 'sign-in' | { cookie: string | null }): void;
  /** Forgets the session that a header carried, because it has ended; a newer session stays. */
  sessionEnded(header: string): void;
  /** Forgets everything, on the disk too. */
  forget(): Promise<void>;
  /** Resolves when the cookies stored so far are on the disk. */
  settled(): Promise<void>;
}

const sealedShape = z.object({
  /** The origin that the cookies belong to: a changed list of servers cannot send them elsewhere. */
  origin: z.string(),
  cookies: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      path: z.string(),
      secure: z.boolean(),
      expires: z.number().nullable(),
    }),
  ),
});

interface CredentialsOptions {
  file: string;
  origin: string;
  box: SecretBox;
  clock: Clock;
  log: Log;
}

/** Reads a server's cookies. Cookies that cannot be unsealed count as none: the owner signs in again. */
export async function openCredentials(options: CredentialsOptions): Promise<Credentials> {
  const { file, origin, box, clock, log } = options;
  const isKept = await box.isAvailable();
  let cookies: Cookie[] = isKept ? await read(options) : [];
  let writing: Promise<void> = Promise.resolve();

  const write = () => {
    if (!isKept) return;
    writing = writing.then(async () => {
      try {
        if (cookies.length === 0) rmSync(file, { force: true });
        else writeFileAtomically(file, await box.seal(JSON.stringify({ origin, cookies })));
      } catch (error) {
        log.error('The sign-in could not be kept', error);
      }
    });
  };
  const change = (next: Cookie[]) => {
    if (JSON.stringify(next) === JSON.stringify(cookies)) return;
    cookies = next;
    write();
  };

  const sessionIn = (header: string | null) =>
    header?.split('; ').find((each) => isSessionCookie(each.slice(0, each.indexOf('=')))) ?? null;
  const session = () => sessionIn(cookieHeader(cookies, new URL(getMe.path, origin), clock.now()));

  return {
    header: (url) => (url.origin === origin ? cookieHeader(cookies, url, clock.now()) : null),
    hasSession: () => session() !== null,
    take(headers, sent) {
      const now = clock.now();
      const isOfSession = sent === 'sign-in' || (session() !== null && session() === sessionIn(sent.cookie));
      let next = cookies;
      for (const line of setCookieLines(headers)) {
        const cookie = parseSetCookie(line, now);
        if (cookie && (!isSessionCookie(cookie.name) || isOfSession)) next = withCookie(next, cookie, now);
      }
      change(next);
    },
    sessionEnded(header) {
      const sent = header.split('; ');
      change(cookies.filter(({ name, value }) => !isSessionCookie(name) || !sent.includes(`${name}=${value}`)));
    },
    async forget() {
      cookies = [];
      // Removed even when the system's storage for secrets is unavailable now and was available before.
      rmSync(file, { force: true });
      write();
      await writing;
    },
    settled: () => writing,
  };
}

async function read({ file, origin, box, log }: CredentialsOptions): Promise<Cookie[]> {
  try {
    const sealed = readFileIfExists(file);
    if (!sealed) return [];
    const stored = sealedShape.parse(JSON.parse(await box.open(sealed)));
    return stored.origin === origin ? stored.cookies : [];
  } catch (error) {
    log.warn('The sign-in that was kept cannot be read', error);
    return [];
  }
}
