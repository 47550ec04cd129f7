import { createHash } from 'node:crypto';
import cookie from '@fastify/cookie';
import session, { type FastifySessionOptions } from '@fastify/session';
import type { FastifyInstance, Session } from 'fastify';
import type { Executor } from '#server/db/transaction.ts';
import { findAdminById } from '#server/repositories/admin-users.ts';
import { destroySession, findSession, renewSession, storeSession } from '#server/repositories/sessions.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';

declare module 'fastify' {
  interface Session {
    adminId?: number;
    /** Milliseconds since 1970. */
    createdAt?: number;
    lastSeen?: number;
    userAgent?: string;
    via?: 'browser' | 'desktop';
  }
  interface FastifyRequest {
    /** The signed-in owner's id; null for a reader. */
    adminId: number | null;
  }
}

const DAY = 24 * 60 * 60 * 1000;
const LIFETIME = 30 * DAY;

/** Stored instead of the id: who reads the database cannot sign in with what is found there. */
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

/** What a row holds; one that cannot be read signs nobody in. */
function readSession(text: string | null): Session | null {
  try {
    return text === null ? null : (JSON.parse(text) as Session);
  } catch {
    return null;
  }
}

function createStore(db: Executor, clock: Clock): Store {
  const settle = (promise: Promise<unknown>, callback: (error?: unknown) => void) => {
    promise.then(() => callback(), callback);
  };
  /** A session whose account is gone is none. */
  const find = async (sid: string): Promise<Session | null> => {
    const found = readSession(await findSession(db, hashSessionId(sid), clock.now()));
    if (typeof found?.adminId !== 'number') return null;
    return (await findAdminById(db, found.adminId)) && found;
  };
  return {
    set(sid, value, callback) {
      const expires = new Date(value.cookie.expires ?? clock.now() + LIFETIME).getTime();
      // Made by `regenerate` at login, and given its owner by what is stored next.
      const isNew = value.adminId === undefined;
      const store = isNew ? storeSession : renewSession;
      settle(store(db, hashSessionId(sid), JSON.stringify(value), expires), callback);
    },
    get(sid, callback) {
      find(sid).then((found) => callback(null, found), callback);
    },
    destroy(sid, callback) {
      settle(destroySession(db, hashSessionId(sid)), callback);
    },
  };
}

/**
 * Sessions (docs/rules.md, "Sessions"): nothing is stored for readers, the id is new at login and kept as its SHA-256,
 * the cookie is HttpOnly, SameSite=Lax, Secure behind https, renewed once a day, 30 days long. Sets `request.adminId`.
 */
export async function addSessions(app: FastifyInstance, { db, clock, secret, isHttps }: SessionOptions): Promise<void> {
  app.decorateRequest('adminId', null);
  await app.register(cookie);
  await app.register(session, {
    secret,
    cookieName: SESSION_COOKIE,
    saveUninitialized: false,
    rolling: false,
    store: createStore(db, clock),
    cookie: { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps, maxAge: LIFETIME },
  });
  app.addHook('onRequest', async (request) => {
    const { session: current } = request;
    if (typeof current.adminId !== 'number') return;
    request.adminId = current.adminId;
    if (clock.now() - (current.lastSeen ?? 0) > DAY) {
      current.lastSeen = clock.now();
      current.touch();
    }
  });
}
