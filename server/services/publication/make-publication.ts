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

/** The folder of the data folder in which publications are made; nothing in it outlives the run. */
export const WORK_FOLDER = 'publishing';
/** All pages in one step: between two steps a write of the server would make the copy begin again, for ever. */
const ALL_PAGES = 0x7fffffff;
/** zstd's own middle: on text half as large as gzip's fastest, and quicker. */
const LEVEL = 3;

const madeFile = z.object({
  /** A file of this machine, which whoever asked for it deletes. */
  file: z.string(),
  sha256: z.string(),
  bytes: z.int(),
});
/** What is to be put into the store; nothing is put yet. */
export const madePublication = z.object({
  database: madeFile.extend({ plainBytes: z.int() }),
  due: madeFile.nullable(),
  migration: z.int(),
});
export type MadePublication = z.output<typeof madePublication>;

/** Makes what is published, of the database as it is now; `now` in milliseconds since 1970. */
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
 * Makes the files of a publication in the data folder: a copy of the database by SQLite's online backup, of it the public
 * database, compressed, and the sealed file of due posts. It takes seconds and more; the server has it done by a process of
 * its own. Rejects with nothing left behind.
 */
export async function makePublication({
  dataDir,
  siteId,
  readerSecret,
  now,
  signal,
}: MakeOptions): Promise<MadePublication> {
  const folder = path.join(dataDir, WORK_FOLDER);
  // One is made at a time: whatever lies there was left by one that was killed.
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
