import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Signer } from '@fastify/cookie';
import type { BrowserContext } from 'playwright/test';
import { openDatabase } from '#server/db/open.ts';
import { hashSessionId } from '#server/http/session.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { storeSession } from '#server/repositories/sessions.ts';
import { SESSION_COOKIE } from '#shared/contract/session.ts';
import type { Site } from '../site/sites.ts';
import { SESSION_SECRET } from '../site/start-site.ts';

const LIFETIME = 60 * 60 * 1000;

/**
 * Signs the owner in, with the result of a login: a row in the database and a cookie with its signed id. `now` is the
 * time of the login.
 */
export async function signIn(context: BrowserContext, site: Site, now = Date.now()): Promise<void> {
  const sid = randomBytes(18).toString('base64url');
  const session = {
    cookie: { expires: new Date(now + LIFETIME), originalMaxAge: LIFETIME, path: '/', httpOnly: true, secure: false },
    adminId: 1,
    createdAt: now,
    lastSeen: now,
    userAgent: 'browser tests',
    via: 'browser',
  };
  const database = openDatabase(path.join(site.dataFolder, DATABASE_FILE));
  try {
    await storeSession(database.db, hashSessionId(sid), JSON.stringify(session), now + LIFETIME);
  } finally {
    await database.close();
  }
  const value = encodeURIComponent(new Signer(SESSION_SECRET).sign(sid));
  await context.addCookies([{ name: SESSION_COOKIE, value, url: site.url, httpOnly: true, sameSite: 'Lax' }]);
}
