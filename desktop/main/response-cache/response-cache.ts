import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { forgetCacheFile, guardedBy, openCacheFile } from '../store/cache-file.ts';

/** A response of the server, stored to be given again. `at` is the time of its arrival, in milliseconds since 1970. */
export interface CachedResponse {
  headers: Record<string, string>;
  body: Uint8Array<ArrayBuffer>;
  at: number;
}

/**
 * The last good response to each call, on the disk; the least recently used ones are dropped first. Errors of the disk
 * are logged, and count as nothing stored.
 */
export interface ResponseCache {
  get(key: string): CachedResponse | null;
  put(key: string, response: Omit<CachedResponse, 'at'>): void;
  clear(): void;
  close(): void;
}

interface ResponseCacheOptions {
  file: string;
  clock: Clock;
  log: Log;
  /** The most bytes of all bodies together. A body of more than an eighth of this is not stored. */
  maxBytes?: number;
}

const NAME = 'Response cache';
const TABLES = `
  CREATE TABLE IF NOT EXISTS answers (
    key TEXT PRIMARY KEY, headers TEXT NOT NULL, body BLOB NOT NULL,
    size INTEGER NOT NULL, at INTEGER NOT NULL, used_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS answers_used ON answers (used_at, at, key, size);`;
const MEGABYTE = 1024 * 1024;
/** The precision of "lately used", in milliseconds: reading the same list all day does not write all day. */
const USED_STEP = 60_000;

export function openResponseCache({
  file,
  clock,
  log,
  maxBytes = 100 * MEGABYTE,
}: ResponseCacheOptions): ResponseCache {
  let cache = openCache(file, log);

  const guarded = guardedBy({ log, name: NAME });

  return {
    get: (key) =>
      guarded('reading failed', null, () => {
        const row = cache.find.get(key);
        if (!row) return null;
        const now = clock.now();
        if (Math.abs(now - row.used_at) > USED_STEP) cache.use.run(now, key);
        return { headers: JSON.parse(row.headers), body: new Uint8Array(row.body), at: row.at };
      }),
    put: (key, { headers, body }) =>
      guarded('writing failed', undefined, () => {
        if (body.length > maxBytes / 8) return;
        const now = clock.now();
        cache.put.run(key, JSON.stringify(headers), body, body.length, now, now);
        while ((cache.size.get()?.bytes ?? 0) > maxBytes) if (cache.dropOldest.run().changes === 0) break;
      }),
    clear: () =>
      guarded('forgetting failed', undefined, () => {
        forgetCacheFile(cache.db, file);
        cache = openCache(file, log);
      }),
    close: () => guarded('closing failed', undefined, () => cache.db.close()),
  };
}

interface Row {
  headers: string;
  body: Buffer;
  at: number;
  used_at: number;
}

function openCache(file: string, log: Log) {
  const db = openCacheFile({ file, log, name: NAME, tables: TABLES });
  return {
    db,
    find: db.prepare<[string], Row>('SELECT headers, body, at, used_at FROM answers WHERE key = ?'),
    use: db.prepare<[number, string]>('UPDATE answers SET used_at = ? WHERE key = ?'),
    put: db.prepare<[string, string, Uint8Array, number, number, number]>(
      'INSERT OR REPLACE INTO answers (key, headers, body, size, at, used_at) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    size: db.prepare<[], { bytes: number }>('SELECT coalesce(sum(size), 0) AS bytes FROM answers'),
    dropOldest: db.prepare('DELETE FROM answers WHERE key = (SELECT key FROM answers ORDER BY used_at, at LIMIT 1)'),
  };
}
