import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { exportInProcess } from '#server/adapters/export-process.ts';
import { readConfig } from '#server/config.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { NOW, openBlog, postValues } from '#server/repositories/blog-fixture.ts';
import { insertPost } from '#server/repositories/posts/post-writes.ts';
import type { ExportKind } from '#server/services/export/export-service.ts';
import type { Proof, ProofResult } from './proof.ts';

const POSTS = 10_000;
/** The number of posts written in one transaction. */
const AT_ONCE = 500;
const PICTURES = 250;
const PICTURE_BYTES = 8 * 1024 * 1024;
const PARAGRAPH =
  'Words of a post that is as long as posts are, with **bold** ones and [a link](/post/a) among them.\n\n';
/** The megabytes that the process making an archive may reach. */
const MOST_MEMORY = 400;
/**
 * The milliseconds for which the server's event loop may be held, in 99 of 100 turns; this process downloads as well.
 */
const MOST_DELAY = 50;

interface Measured {
  what: ExportKind;
  bytes: number;
  seconds: number;
  /** The milliseconds for which the loop was held: in 99 of 100 turns, and at most. */
  delay: { p99: number; max: number };
  /** The megabytes of the process that made it, and how many more the server had. */
  memory: { child: number; server: number };
}

/**
 * A large site is exported with constant memory, and without delaying the server. Only Linux reports a process's
 * memory.
 */
export const exportProof: Proof = {
  async run() {
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-export-'));
    // The server's part in a download: it passes on what the other process writes.
    const make = exportInProcess(readConfig({ DATA_DIR: folder, SITE_URL: 'http://site.test' }, folder));
    const server = createServer(async ({ url }, response) => {
      await pipeline(await make(url?.slice(1) as ExportKind), response);
    });
    try {
      process.stderr.write('  filling the site\n');
      await fill(folder);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return verdictOf([await measure(server, 'everything'), await measure(server, 'ghost')]);
    } finally {
      server.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function fill(folder: string): Promise<void> {
  const database = await openBlog(path.join(folder, DATABASE_FILE));
  database.sqlite.pragma('synchronous = off');
  const content = PARAGRAPH.repeat(60);
  for (let begun = 0; begun < POSTS; begun += AT_ONCE) {
    await inTransaction(database.db, async (trx) => {
      for (let number = begun; number < begun + AT_ONCE; number += 1) {
        const fields = { slug: `post-of-${number}`, content: `${content}${number}`, tags: [`t${number % 50}`] };
        await insertPost(trx, postValues(fields), NOW);
      }
    });
  }
  const originals = path.join(folder, 'originals');
  mkdirSync(originals, { recursive: true });
  const bytes = randomBytes(PICTURE_BYTES);
  for (let number = 0; number < PICTURES; number += 1) {
    const id = number.toString(16).padStart(24, '0');
    writeFileSync(path.join(originals, `${id}.png`), bytes);
    const row = { filename: `${id}.webp`, original_filename: `${id}.png`, share_filename: `${id}-share.jpg` };
    const made = { width: 1, height: 1, size: PICTURE_BYTES, created_at: new Date(0).toISOString() };
    await database.db
      .insertInto('images')
      .values({ ...row, ...made })
      .execute();
  }
  await database.close();
}

async function measure(site: Server, what: ExportKind): Promise<Measured> {
  const { port } = site.address() as AddressInfo;
  const before = process.memoryUsage.rss();
  let [child, server] = [0, 0];
  const sampling = setInterval(() => {
    child = Math.max(child, memoryOfChildren());
    server = Math.max(server, process.memoryUsage.rss() - before);
  }, 250);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const started = performance.now();
  delay.enable();
  const bytes = await download(port, what);
  delay.disable();
  clearInterval(sampling);
  const seconds = (performance.now() - started) / 1000;
  const milliseconds = (nanoseconds: number) => nanoseconds / 1e6;
  return {
    ...{ what, bytes, seconds },
    delay: { p99: milliseconds(delay.percentile(99)), max: milliseconds(delay.max) },
    memory: { child: child / 1e6, server: server / 1e6 },
  };
}

function download(port: number, what: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get({ port, path: `/${what}` }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${what}: ${response.statusCode}`));
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('end', () => resolve(bytes));
      response.on('error', reject);
    }).on('error', reject);
  });
}

/** Returns the bytes of memory of the processes that this process has started. */
function memoryOfChildren(): number {
  if (process.platform !== 'linux') return 0;
  let bytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      if (!status.includes(`\nPPid:\t${process.pid}\n`)) continue;
      bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return bytes;
}

function verdictOf(results: readonly Measured[]): ProofResult {
  const isGood = ({ delay, memory, bytes, what }: Measured) =>
    delay.p99 <= MOST_DELAY &&
    memory.child <= MOST_MEMORY &&
    (what !== 'everything' || bytes > PICTURES * PICTURE_BYTES);
  const rows = results.map(
    ({ what, bytes, seconds, delay, memory }) =>
      `| \`${what}\` | ${(bytes / 1e9).toFixed(2)} GB in ${seconds.toFixed(0)} s | ${memory.child.toFixed(0)} MB | ${memory.server.toFixed(0)} MB | ${delay.p99.toFixed(0)} ms, ${delay.max.toFixed(0)} ms |`,
  );
  const passed = results.filter(isGood).length;
  const details = `${POSTS.toLocaleString('en-US')} posts of 6 KB and ${((PICTURES * PICTURE_BYTES) / 1e9).toFixed(1)} GB of pictures. The server downloads from itself, so that what the download costs is in its figures.

| archive | size and time | memory of its process | more memory of the server | event loop held (99 %, at most) |
|---|---|---|---|---|
${rows.join('\n')}`;
  return { passed, failed: results.length - passed, details };
}
