import { rmSync } from 'node:fs';
import { z } from 'zod';
import { getMe, isSessionCookie } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { readFileIfExists, writeFileAtomically } from './atomic-file.ts';
import { type Cookie, cookieHeader, parseSetCookie, setCookieLines, withCookie } from './cookie-jar.ts';

/** The system's place for secrets (Electron's safeStorage). */
export interface SecretBox {
  /** False where it would keep them readable for anyone who has the disk. */
  isAvailable(): Promise<boolean>;
  seal(text: string): Promise<Uint8Array>;
  /** Throws for what was not sealed here. */
  open(sealed: Uint8Array): Promise<string>;
}

/** The cookies of one server. The page never sees them; the disk sees them sealed, or not at all. */
export interface Credentials {
  /** The `Cookie` header for an address of the server; null for none. */
  header(url: URL): string | null;
  /** Whether a sign-in at this server gave us a session that has not ended. */
  hasSession(): boolean;
  /**
   * Takes in what an answer set. A session begins with a sign-in alone (`sent` is then `sign-in`), or a server would sign in
   * an owner who never asked for that; any other answer can only renew or end the session that its request carried (`sent`
   * is its `Cookie` header), for a newer one may have come meanwhile.
   */
  take(headers: Headers, sent: 'sign-in' | { cookie: string | null }): void;
  /** The session a header carried is dead: forgets it, unless a newer one has come meanwhile. */
  sessionEnded(header: string): void;
  /** Forgets everything, on the disk too. */
  forget(): Promise<void>;
  /** Resolves when what was taken in so far is on the disk. */
  settled(): Promise<void>;
}

const sealedShape = z.object({
  /** Where the cookies belong: a list of servers that was changed cannot send them elsewhere. */
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

/** Reads a server's cookies. What cannot be opened counts as none: the owner signs in again. */
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
      // Also where the system's place for secrets is closed now and was open before.
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
