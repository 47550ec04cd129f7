import { rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type App, createApp } from '#server/app.ts';
import type { AppOptions } from '#server/app-options.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import type { PublishedManifest } from '#server/services/publication/manifest.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * Milliseconds after which a publication is closed although one of its answers is still being sent over a slow line.
 */
const LONGEST_ANSWER = 60_000;

/** A publication that readers can be shown. */
export interface OpenPublication {
  readonly manifest: PublishedManifest;
  readonly database: OpenDatabase;
  readonly app: App;
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Closes the publication once the last request that began on it is answered. */
  retire(): Promise<void>;
}

/**
 * Creates the app over the file of a published database. The file is deleted when the publication is closed: only its
 * packed form is kept.
 */
export async function openPublication(
  manifest: PublishedManifest,
  file: string,
  { timers, ...options }: Omit<AppOptions, 'database' | 'siteId'> & { timers: Timers },
): Promise<OpenPublication> {
  const database = openDatabase(file);
  const letGo = async () => {
    await database.close();
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true });
  };
  try {
    // No write to this database is worth waiting for the disk: it is unpacked anew at each start.
    database.sqlite.pragma('synchronous = off');
    const app = await createApp({ ...options, timers, database, siteId: manifest.siteId, isBesideServer: true });
    await app.http.ready();
    return serve({ manifest, database, app, timers, letGo });
  } catch (error) {
    await letGo();
    throw error;
  }
}

function serve(
  parts: Pick<OpenPublication, 'manifest' | 'database' | 'app'> & { timers: Timers; letGo: () => Promise<void> },
) {
  const { manifest, database, app, timers, letGo } = parts;
  const { server } = app.http;
  let underWay = 0;
  let whenIdle: (() => void) | null = null;
  return {
    manifest,
    database,
    app,
    handle(request: IncomingMessage, response: ServerResponse) {
      underWay += 1;
      response.once('close', () => {
        underWay -= 1;
        if (underWay === 0) whenIdle?.();
      });
      server.emit('request', request, response);
    },
    async retire() {
      await new Promise<void>((resolve) => {
        const callOff = timers.after(LONGEST_ANSWER, resolve);
        whenIdle = () => {
          callOff();
          resolve();
        };
        if (underWay === 0) whenIdle();
      });
      await app.http.close();
      await letGo();
    },
  };
}
