import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import session, { type FastifySessionOptions } from '@fastify/session';
import type { FastifyInstance, FastifyReply, FastifyRequest, Session } from 'fastify';
import type { Executor } from '#server/db/transaction.ts';
import { findFirstPassword } from '#server/repositories/accounts/first-password.ts';
import { findAdminById } from '#server/repositories/admin-users.ts';
import {
  destroySession,
  findIdleMinutes,
  findSession,
  renewSession,
  storeSession,
} from '#server/repositories/sessions.ts';
import { noteUseAfter, sessionEnd } from '#server/services/sessions.ts';
import { cookieName, SESSION_COOKIE } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';

declare module 'fastify' {
  interface Session {
    adminId?: number;
    /** Milliseconds since 1970. */
    createdAt?: number;
    lastSeen?: number;
    userAgent?: string;
    via?: 'browser' | 'desktop';
    /**
     * Whether its cookie has had the name that is used behind https: then no cookie of another name opens the session
     * any more.
     */
    isHostBound?: boolean;
  }
  interface FastifyRequest {
    /** The signed-in owner's id; null for a reader. */
    adminId: number | null;
    /**
     * The id of an owner who is signed in with a password that was made up, and may only choose a new one; else null.
     */
    newcomerId: number | null;
  }
}

/** A day in milliseconds: how long a session is kept until the owner's sign-in sets its end. */
const UNTIL_SIGNED_IN = 24 * 60 * 60 * 1000;

/** The hash that is stored instead of the id, so that a person who reads the database cannot sign in with it. */
export function hashSessionId(sid: string): string {
  return createHash('sha256').update(sid).digest('hex');
}

interface SessionOptions {
  db: Executor;
  clock: Clock;
  secret: string;
  isHttps: boolean;
}

type Store = NonNullable<FastifySessionOptions['store']>;

/** The session that a row contains; a row that cannot be read signs nobody in. */
function readSession(text: string | null): Session | null {
  try {
    return text === null ? null : (JSON.parse(text) as Session);
  } catch {
    return null;
  }
}

/** `onOver` is called with a session that was to be stored again, but has ended. */
function createStore(db: Executor, clock: Clock, onOver: (session: Session) => void): Store {
  const callBack = (promise: Promise<unknown>, callback: (error?: unknown) => void) => {
    promise.then(() => callback(), callback);
  };
  /** A session whose account no longer exists is not found. */
  const find = async (sid: string): Promise<Session | null> => {
    const found = readSession(await findSession(db, hashSessionId(sid), clock.now()));
    if (typeof found?.adminId !== 'number') return null;
    if (endOf(found, await findIdleMinutes(db)) <= clock.now()) return null;
    return (await findAdminById(db, found.adminId)) && found;
  };
  const store = async (sid: string, value: Session) => {
    const ends = endOf(value, await findIdleMinutes(db)) || clock.now() + UNTIL_SIGNED_IN;
    // A session without an owner was made by `regenerate` at login, and gets its owner with the next write.
    const row = [hashSessionId(sid), JSON.stringify(value), ends] as const;
    if (value.adminId === undefined) await storeSession(db, ...row);
    else if (!(await renewSession(db, ...row))) onOver(value);
  };
  return {
    set(sid, value, callback) {
      callBack(store(sid, value), callback);
    },
    get(sid, callback) {
      find(sid).then((found) => callback(null, found), callback);
    },
    destroy(sid, callback) {
      callBack(destroySession(db, hashSessionId(sid)), callback);
    },
  };
}

/** The time at which a session expires; 0 for a session without times, which has no owner yet. */
function endOf({ createdAt = 0, lastSeen = 0 }: Session, idleMinutes: number): number {
  return lastSeen === 0 ? 0 : sessionEnd({ createdAt, lastSeen }, idleMinutes);
}

/** Gives a session to its owner, and sets its times. `now` in milliseconds since 1970. */
export async function beginSession(
  request: FastifyRequest,
  owner: Required<Pick<Session, 'adminId' | 'userAgent' | 'via'>>,
  { now, idleMinutes }: { now: number; idleMinutes: number },
): Promise<void> {
  // A new id at login: an id that anybody has set before becomes worthless.
  await request.session.regenerate();
  Object.assign(request.session, { ...owner, createdAt: now, lastSeen: now, isHostBound: true });
  keepFor(request.session, idleMinutes, now);
}

/** Continues the session under a new id, after the password was given again. `now` in milliseconds since 1970. */
export async function confirmSession(
  request: FastifyRequest,
  { now, idleMinutes }: { now: number; idleMinutes: number },
): Promise<void> {
  const { adminId, createdAt, lastSeen, userAgent, via, isHostBound } = request.session;
  await request.session.regenerate();
  Object.assign(request.session, { adminId, createdAt, lastSeen, userAgent, via, isHostBound, confirmedAt: now });
  keepFor(request.session, idleMinutes, now);
}

/** Whether a request opens a page in a tab. Older browsers, and addresses without https, do not send `Sec-Fetch-Dest`. */
function isOpenedPage({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
  return isPage && (headers['sec-fetch-dest'] ?? 'document') === 'document';
}

/** Makes the cookie expire with the session. */
function keepFor(session: Session, idleMinutes: number, now: number): void {
  session.cookie.maxAge = Math.max(1000, endOf(session, idleMinutes) - now);
}

/**
 * Behind https, the session cookie once had another name. The former name still opens, once, a session that has never
 * had the present name: the answer sets the present one.
 */
function readFormerCookie(app: FastifyInstance): void {
  const former = SESSION_COOKIE;
  const name = cookieName(SESSION_COOKIE, true);
  app.addHook('onRequest', async ({ cookies }) => {
    const value = cookies[former];
    if (cookies[name] === undefined && value !== undefined) cookies[name] = value;
  });
}

/**
 * Sessions (docs/rules.md, "Sessions"): nothing is stored for readers, the id is new at login and stored as its
 * SHA-256, the cookie is HttpOnly, SameSite=Lax, Secure and bound to the host behind https. Sets `request.adminId`.
 */
export async function addSessions(app: FastifyInstance, { db, clock, secret, isHttps }: SessionOptions): Promise<void> {
  app.decorateRequest('adminId', null);
  app.decorateRequest('newcomerId', null);
  await app.register(cookie);
  if (isHttps) readFormerCookie(app);
  const name = cookieName(SESSION_COOKIE, isHttps);
  const over = new WeakSet<Session>();
  await app.register(session, {
    secret,
    cookieName: name,
    saveUninitialized: false,
    rolling: false,
    store: createStore(db, clock, (ended) => over.add(ended)),
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: UNTIL_SIGNED_IN },
  });
  // The browser may have another session by now, or be about to get one: an answer to a request of the former session
  // neither replaces nor removes its cookie. Only a page that the browser opens removes a cookie that opens nothing, so
  // that edges can cache pages: the admin fetches its scripts while the owner confirms the password.
  app.addHook('onSend', async (request, reply) => {
    const current: Session | null = request.session;
    const isForNobody = current && current.adminId === undefined && !isOpenedPage(request, reply);
    if (!current || (!over.has(current) && !isForNobody)) return;
    const lines = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    reply.removeHeader('set-cookie');
    for (const line of lines) if (!line.startsWith(`${name}=`)) reply.header('set-cookie', line);
  });
  app.addHook('onRequest', async (request, reply) => {
    const { session: current } = request;
    if (typeof current.adminId !== 'number') return;
    const isFormer = isHttps && request.headers.cookie?.includes(cookieName(SESSION_COOKIE, true)) === false;
    if (isFormer && current.isHostBound) return;
    // For all code that does not check, an owner who has not chosen a password yet is a reader.
    request[(await findFirstPassword(db)) ? 'newcomerId' : 'adminId'] = current.adminId;
    const now = clock.now();
    const idleMinutes = await findIdleMinutes(db);
    if (isFormer) {
      current.isHostBound = true;
      reply.clearCookie(SESSION_COOKIE, { path: '/', secure: true });
    }
    if (isFormer || now - (current.lastSeen ?? 0) > noteUseAfter(idleMinutes)) {
      current.lastSeen = now;
      keepFor(current, idleMinutes, now);
    }
  });
}
