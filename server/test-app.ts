import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Signer } from '@fastify/cookie';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { cookieName, SESSION_COOKIE } from '#shared/contract/session.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { encodeHere } from './adapters/picture-files.ts';
import { type App, createApp } from './app.ts';
import type { AppOptions } from './app-options.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './db/open.ts';
import { seedContent } from './db/seed-content/index.ts';
import { hashSessionId } from './http/session.ts';
import { DATABASE_FILE } from './paths.ts';
import { DAY, NOW } from './repositories/blog-fixture.ts';
import { storeSession } from './repositories/sessions.ts';
import type { SiteAssets } from './site/server/assets.ts';
import { renderPage } from './site/server/entry-server.tsx';
import { quickPasswords } from './test-passwords.ts';
import { writePost } from './test-posts.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
}

export interface TestAppOptions {
  /** Settings that override the defaults: `{ SITE_URL: 'https://blog.example' }`. */
  env?: Record<string, string>;
  /** Posts that exist before the server starts; live unless they say otherwise. */
  posts?: Partial<PostFields>[];
  /** A data folder that an earlier app has left, for a restart; a new one when absent. */
  folder?: string;
  /** Milliseconds since 1970; {@link NOW} when absent. */
  now?: number;
  /** {@link SITE_ID} when absent. */
  siteId?: string;
  render?: AppOptions['site']['render'];
  logger?: AppOptions['logger'];
  timers?: AppOptions['timers'];
  listeners?: AppOptions['listeners'];
  makeBackup?: AppOptions['makeBackup'];
  makeExport?: AppOptions['makeExport'];
  makePublication?: AppOptions['makePublication'];
  steps?: AppOptions['steps'];
  workOnImport?: AppOptions['workOnImport'];
  /** Built browser files that the pages name; none when absent. */
  client?: { folder: string; assets: SiteAssets };
  /** Prepares the database before the server starts, in the state that an earlier server has left. */
  prepare?: (database: OpenDatabase) => void;
}

export interface TestApp extends App {
  database: OpenDatabase;
  clock: TestClock;
  /** The data folder. */
  folder: string;
  /**
   * Returns the `cookie` header of the signed-in owner: a row in the database and a signed id, as a login leaves them.
   */
  signIn(session?: { sid?: string; expires?: number }): Promise<string>;
  /** Writes a post in this process, as the admin does, and returns its id. */
  post(fields?: Partial<PostFields>): Promise<number>;
  /** Stops the server and releases the database. Deletes the folder unless it will be opened again. */
  close(options?: { keepFolder?: boolean }): Promise<void>;
}

const SECRET = 'a secret for tests, long enough to sign cookies with';
export const SITE_ID = 'site-of-the-tests';

/** Assets that a page can name although nothing was built. */
export const fakeAssets = { entry: '/assets/site.js', css: ['/assets/site.css'], print: [], preloads: [], fonts: [] };

/**
 * Creates the same app as in production, with its own data folder and a clock that stands still: the fifteen
 * categories, one author, one owner, and the posts of `options`. For `http.inject`, or `http.listen({ port: 0 })` where
 * a socket is needed.
 */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'ninefold-app-'));
  const clock = createClock(options.now ?? NOW);
  const config = readConfig({ DATA_DIR: folder, SITE_URL: 'http://site.test', ...options.env }, folder);
  const secret = config.SESSION_SECRET ?? SECRET;
  const file = path.join(folder, DATABASE_FILE);
  if (options.folder === undefined) writeFileSync(file, await filledDatabase());
  const database = openDatabase(file);
  if (options.folder === undefined) setFirstDay(database, clock.now());
  // No test cuts the power: the system keeps what was written, and a write need not wait for the disk.
  database.sqlite.pragma('synchronous = off');
  for (const fields of options.posts ?? []) await writePost(database, fields, clock.now());
  options.prepare?.(database);
  const app = await createApp({
    config,
    clock,
    database,
    site: { render: options.render ?? renderPage, assets: async () => options.client?.assets ?? fakeAssets },
    clientFolder: options.client?.folder ?? null,
    version: '1.2.3',
    siteId: options.siteId ?? SITE_ID,
    sessionSecret: secret,
    logger: options.logger,
    timers: options.timers,
    listeners: options.listeners,
    makeBackup: options.makeBackup,
    makeExport: options.makeExport,
    makePublication: options.makePublication,
    steps: options.steps,
    workOnImport: options.workOnImport,
    busyAfterMs: 0,
    patience: 20,
    passwords: quickPasswords,
    tokenThread: tokensHere,
    encodePicture: encodeHere,
  });
  await app.http.ready();
  return {
    ...app,
    database,
    clock,
    folder,
    async signIn({ sid = randomBytes(18).toString('base64url'), expires = 30 * DAY } = {}) {
      const now = clock.now();
      await storeSession(database.db, hashSessionId(sid), JSON.stringify(sessionOf(now, config)), now + expires);
      const name = cookieName(SESSION_COOKIE, config.SITE_URL.startsWith('https:'));
      return `${name}=${encodeURIComponent(new Signer(secret).sign(sid))}`;
    },
    async post(fields = {}) {
      const { id } = await writePost(database, fields, clock.now());
      app.cache.invalidate();
      return id;
    },
    async close({ keepFolder = false } = {}) {
      await app.http.close();
      await database.close();
      if (!keepFolder) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Counts in this process, which reads the table once for all its apps. */
const tokensHere: AppOptions['tokenThread'] = {
  ask: async (text) => (await import('./workers/tokens-count.ts')).countTokens(text),
  close: async () => undefined,
};

function createClock(start: number): TestClock {
  let time = start;
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}

let filled: Promise<Buffer> | undefined;

/**
 * Returns the bytes of a database as a first start leaves it. It is made once: migrations took half the time of
 * creating an app.
 */
function filledDatabase(): Promise<Buffer> {
  filled ??= makeFilled();
  return filled;
}

async function makeFilled(): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-filled-'));
  const file = path.join(folder, DATABASE_FILE);
  const database = openDatabase(file);
  await fill(database);
  await database.close();
  const bytes = readFileSync(file);
  rmSync(folder, { recursive: true });
  return bytes;
}

/** Makes the owner as old as the site. */
function setFirstDay({ sqlite }: OpenDatabase, now: number): void {
  const at = new Date(now).toISOString();
  if (now !== NOW) sqlite.prepare('update admin_users set created_at = ?, updated_at = ?').run(at, at);
}

async function fill({ db }: OpenDatabase): Promise<void> {
  const at = new Date(NOW).toISOString();
  await db
    .insertInto('categories')
    .values([...seedContent.categories])
    .execute();
  await db
    .insertInto('authors')
    .values({ name: 'Ada Byron', slug: 'ada-byron', email: 'ada@secret.example', bio: 'Writes about engines.' })
    .execute();
  await db
    .insertInto('admin_users')
    .values({ email: 'owner@secret.example', name: 'Owner', password: 'no hash', created_at: at, updated_at: at })
    .execute();
}

/**
 * Returns the session store's data of a signed-in owner. The cookie's times are real: the library does not use our
 * clock.
 */
function sessionOf(now: number, { SITE_URL }: Config) {
  const expires = new Date(Date.now() + 30 * DAY);
  return {
    cookie: {
      expires,
      originalMaxAge: 30 * DAY,
      sameSite: 'lax',
      secure: SITE_URL.startsWith('https:'),
      path: '/',
      httpOnly: true,
    },
    adminId: 1,
    createdAt: now,
    lastSeen: now,
    userAgent: 'test',
    via: 'browser',
  };
}
