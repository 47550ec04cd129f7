import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { type LocalCopy, openLocalCopy } from '#desktop/main/copy/index.ts';
import { openResponseCache } from '#desktop/main/response-cache/index.ts';
import { openSqliteStore, type SqliteStore } from '#desktop/main/store/sqlite-store.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#server/test-app.ts';
import { createApiClient } from '#shared/api-client/client.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';

const log = { file: '', info() {}, warn() {}, error() {} };

/** For tests: a computer's copy of a real server, over HTTP; timers of a minute and more never fire. */
export interface CopiedSite {
  server: TestApp;
  folder: string;
  documents: SqliteStore;
  copy: LocalCopy;
  /** False while the network is cut. */
  isReached: boolean;
  /** The site that the local documents belong to. */
  siteId: string;
  /** Sends a request to the server, as the page does. */
  ask(address: string, init?: RequestInit): Promise<Response>;
  /** Returns the copy's answer to a GET, as the page receives it; null when there is none. */
  answer(address: string): unknown;
  /** Waits until the copy has nothing more to request. */
  settled(): Promise<void>;
  /** Closes the copy and opens it again, as the next start of the app does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** A real server over HTTP, which the tests of a file may share. */
export interface CopiedServer {
  server: TestApp;
  origin: string;
  /** The `cookie` header of its owner. */
  cookie: string;
  /** Restores the state before the first post. */
  empty(): void;
}

export async function startCopiedServer(options: TestAppOptions = {}): Promise<CopiedServer> {
  const server = await createTestApp({ now: Date.now(), ...options });
  await server.http.listen({ port: 0, host: '127.0.0.1' });
  const origin = `http://127.0.0.1:${(server.http.server.address() as AddressInfo).port}`;
  return {
    server,
    origin,
    cookie: await server.signIn(),
    empty() {
      for (const table of ['blog_posts', 'post_changes', 'images', 'tags'])
        server.database.sqlite.exec(`delete from ${table}`);
      rmSync(path.join(server.folder, 'uploads'), { recursive: true, force: true });
      server.cache.invalidate();
    },
  };
}

/** Without `shared`, the site has its own server. */
export async function openCopiedSite({
  shared,
  ...options
}: TestAppOptions & { limit?: number; shared?: CopiedServer } = {}): Promise<CopiedSite> {
  const { server, origin, cookie } = shared ?? (await startCopiedServer(options));
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-copy-'));
  const { store: documents } = openSqliteStore({
    file: path.join(folder, 'workspace.sqlite'),
    clock: systemClock,
    uniqueId,
  });
  const cache = openResponseCache({ file: path.join(folder, 'answers.sqlite'), clock: systemClock, log });
  const fetchAsOwner = async (address: string, init: RequestInit = {}) => {
    if (!site.isReached) throw new TypeError('no network');
    return fetch(`${origin}${address}`, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie, origin },
    });
  };
  const open = () =>
    openLocalCopy({
      folder: path.join(folder, 'copies'),
      name: 'one',
      cache,
      documents,
      api: createApiClient({ fetch: fetchAsOwner }),
      fetch: fetchAsOwner,
      isAllowed: () => site.isReached,
      siteId: async () => site.siteId,
      limit: options.limit ?? 10_000_000,
      clock: systemClock,
      timers: {
        after(milliseconds, run) {
          if (milliseconds >= 60_000) return () => {};
          const timer = setTimeout(run, 0);
          return () => clearTimeout(timer);
        },
      },
      log,
      send() {},
    });
  const site: CopiedSite = {
    server,
    folder,
    documents,
    isReached: true,
    siteId: options.siteId ?? 'site-of-the-tests',
    copy: open(),
    ask: fetchAsOwner,
    answer(address) {
      const said = site.copy.answers.answer(new URL(address, 'app://ninefold'));
      return said === null ? null : JSON.parse(new TextDecoder().decode(said.body));
    },
    settled: () => {
      const asked = site.copy.state().at;
      site.copy.nudge();
      return vi.waitFor(
        () => {
          const { at, isCopying, problem } = site.copy.state();
          if (isCopying || (at === asked && problem === null)) throw new Error('The copy is under way');
        },
        { timeout: 60_000, interval: 5 },
      );
    },
    async restart() {
      await site.copy.close();
      site.copy = open();
      site.copy.begin();
    },
    async close() {
      await site.copy.close();
      documents.close();
      cache.close();
      if (!shared) await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  site.copy.begin();
  return site;
}
