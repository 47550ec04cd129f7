import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { readConfig } from '#server/config.ts';
import { migrations } from '#server/db/migrations/index.ts';
import type { openOutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { type DueFile, sealDue } from '#server/services/publication/due-posts-file.ts';
import {
  databaseKey,
  dueKey,
  MANIFEST_KEY,
  manifestBytes,
  type PublishedManifest,
} from '#server/services/publication/manifest.ts';
import type { PublicSettings } from '#server/services/publication/public-settings.ts';
import { renderPage } from '#server/site/server/entry-server.tsx';
import { fakeAssets, SITE_ID, type TestApp } from '#server/test-app.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers, type Timers } from '#shared/kernel/timers.ts';
import { type RunningReader, startReader } from './start-reader.ts';

export const SECRET = 'the secret that the writer and its readers of the tests have';

/** Shortens every wait to a twentieth. */
const quick: Timers = { after: (milliseconds, run) => systemTimers.after(milliseconds / 20, run) };

interface PublishOptions {
  number: number;
  siteId?: string;
  migration?: number;
  due?: DueFile['posts'];
  madeAt?: number;
  settings?: PublicSettings;
  /** Called before the manifest is stored; the manifest it returns is stored instead. */
  spoil?: (manifest: PublishedManifest) => Promise<PublishedManifest>;
}

/** For tests: a store (a folder where none is given) into which the database of an app is published as it is. */
export interface TestStore {
  folder: string;
  store: BlobStore;
  publish(app: TestApp, options: PublishOptions): Promise<PublishedManifest>;
  /** Stores a manifest as it is. */
  say(manifest: PublishedManifest): Promise<void>;
  close(): void;
}

export function createTestStore(given?: BlobStore): TestStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-published-'));
  const store = given ?? openFolderStore(folder);
  const say = async (manifest: PublishedManifest) => void (await store.put(MANIFEST_KEY, manifestBytes(manifest)));
  return {
    folder,
    store,
    say,
    async publish(app, options) {
      const { number, siteId = SITE_ID, migration = migrations.length, due, madeAt = Date.now(), settings } = options;
      const file = path.join(folder, `${randomUUID()}.db`);
      app.database.sqlite.prepare('vacuum into ?').run(file);
      const plain = readFileSync(file);
      rmSync(file);
      const packed = zstdCompressSync(plain);
      const sha256 = sumOf(packed);
      await store.put(databaseKey(sha256), packed);
      const sealed = due && sealDue(SECRET, { siteId, migration, posts: due });
      if (sealed) await store.put(dueKey(sumOf(sealed)), sealed);
      const manifest: PublishedManifest = {
        ...{
          format: 1,
          siteId,
          number,
          writer: 'a writer',
          restoredAt: 0,
          madeAt: new Date(madeAt).toISOString(),
          migration,
        },
        program: '1.2.3',
        database: { key: databaseKey(sha256), sha256, bytes: packed.length, plainBytes: plain.length },
        due: sealed ? { key: dueKey(sumOf(sealed)), sha256: sumOf(sealed), bytes: sealed.length } : null,
        ...(settings && { settings }),
      };
      const said = (await options.spoil?.(manifest)) ?? manifest;
      await say(said);
      return said;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export interface TestReader extends RunningReader {
  folder: string;
  /** Fetches a page: its text, status and headers. */
  page(address: string, init?: RequestInit): Promise<{ status: number; text: string; headers: Headers }>;
  close(): Promise<void>;
}

/** For tests: starts a reader instance over a store, on this machine. */
export async function startTestReader(options: {
  blobs: string;
  writerUrl: string;
  folder?: string;
  clock?: Clock;
  /** Receives each line of the log. */
  onLog?: (line: string) => void;
  env?: Record<string, string>;
  openRows?: typeof openOutboxRows;
}): Promise<TestReader> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'ninefold-reader-'));
  const config = readConfig(
    {
      ...{ ROLE: 'reader', BLOBS: options.blobs, WRITER_URL: options.writerUrl, READER_SECRET: SECRET },
      ...{ DATA_DIR: folder, HOST: '127.0.0.1', SITE_URL: 'http://site.test', ...options.env },
    },
    folder,
  );
  const reader = await startReader(
    { ...config, PORT: 0 },
    {
      site: { render: renderPage, assets: async () => fakeAssets },
      ...{ clientFolder: null, timers: quick, busyAfterMs: 0, ...(options.clock && { clock: options.clock }) },
      ...(options.openRows && { openRows: options.openRows }),
      ...(options.onLog && { logger: { level: 'warn', stream: { write: options.onLog } } }),
    },
  );
  return {
    ...reader,
    folder,
    async page(address, init) {
      const response = await fetch(reader.address + address, {
        redirect: 'manual',
        ...init,
        headers: { accept: 'text/html', 'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/140.0', ...init?.headers },
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
    async close() {
      await reader.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
