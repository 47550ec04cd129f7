import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { z } from 'zod';
import { migrations } from '#server/db/migrations/index.ts';
import { openReader } from '#server/db/open.ts';
import { dropReplicationTables } from '#server/db/replication-tables.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { makePublicDatabase } from '#server/repositories/publication/public-database.ts';
import { sealDue } from './due-posts-file.ts';

/** The folder inside the data folder in which publications are made; nothing in it is kept after the run. */
export const WORK_FOLDER = 'publishing';
/**
 * All pages in one step: a write of the server between two steps would restart the copy each time, and it might never
 * end.
 */
const ALL_PAGES = 0x7fffffff;
/** zstd's own default: for text the result is half as large as that of gzip's fastest level, and it is quicker. */
const LEVEL = 3;

const madeFile = z.object({
  /** A file on this machine; the caller deletes it. */
  file: z.string(),
  sha256: z.string(),
  bytes: z.int(),
});
/** The files that are to be put into the store; none has been put yet. */
export const madePublication = z.object({
  database: madeFile.extend({ plainBytes: z.int() }),
  due: madeFile.nullable(),
  migration: z.int(),
});
export type MadePublication = z.output<typeof madePublication>;

/** Makes a publication from the database in its current state; `now` in milliseconds since 1970. */
export type MakePublication = (now: number, signal: AbortSignal) => Promise<MadePublication>;

interface MakeOptions {
  dataDir: string;
  siteId: string;
  /** `READER_SECRET`. */
  readerSecret: string;
  now: number;
  signal?: AbortSignal | undefined;
}

/**
 * Makes the files of a publication in the data folder: a copy of the database by SQLite's online backup, from it the
 * public database, compressed, and the sealed file of due posts. This takes seconds or longer, so the server does it in
 * a separate process. Rejects and leaves nothing behind.
 */
export async function makePublication({
  dataDir,
  siteId,
  readerSecret,
  now,
  signal,
}: MakeOptions): Promise<MadePublication> {
  const folder = path.join(dataDir, WORK_FOLDER);
  // Only one is made at a time: any content of the folder was left by a run that was killed.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, randomUUID());
  const [copy, plain] = [`${name}-copy.db`, `${name}-public.db`];
  const [packed, sealed] = [`${name}.sqlite.zst`, `${name}.sealed`];
  try {
    const live = openReader(path.join(dataDir, DATABASE_FILE));
    await live.backup(copy, { progress: () => ALL_PAGES }).finally(() => live.close());
    dropReplicationTables(copy);
    signal?.throwIfAborted();
    const { due } = await makePublicDatabase({ source: copy, target: plain, now });
    await removeDatabase(copy);
    signal?.throwIfAborted();
    const { size: plainBytes } = await stat(plain);
    const database = { ...(await compress(plain, packed, signal)), plainBytes };
    const migration = migrations.length;
    if (due.length === 0) return { database, due: null, migration };
    const bytes = sealDue(readerSecret, { siteId, migration, posts: due });
    await writeFile(sealed, bytes, { mode: 0o600 });
    return { database, due: { file: sealed, sha256: sumOf(bytes), bytes: bytes.length }, migration };
  } catch (error) {
    await Promise.all([packed, sealed].map((file) => rm(file, { force: true })));
    throw error;
  } finally {
    await removeDatabase(copy);
    await removeDatabase(plain);
  }
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function removeDatabase(file: string): Promise<void> {
  await Promise.all(['', '-wal', '-shm', '-journal'].map((ending) => rm(file + ending, { force: true })));
}

async function compress(from: string, to: string, signal?: AbortSignal) {
  const hash = createHash('sha256');
  let bytes = 0;
  const summing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: LEVEL } });
  await pipeline(createReadStream(from), zstd, summing, createWriteStream(to, { mode: 0o600 }), { signal });
  return { file: to, sha256: hash.digest('hex'), bytes };
}
