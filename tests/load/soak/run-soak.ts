import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { inspectSite, untilSwapped } from '#tests/faults/kill-writes/inspect-site.ts';
import { brokenPromises, countPromises, createLedger } from '#tests/faults/kill-writes/ledger.ts';
import { startWriting } from '#tests/faults/kill-writes/writers.ts';
import { signInOwner } from '#tests/faults/owner.ts';
import { longestHold, loopProbe, readHolds } from '../loop-hold.ts';
import type { Hold } from '../loop-probe.ts';
import { limitMemory, MEMORY_GIVEN, type MemoryLimit } from '../memory-limit.ts';
import { startOurServer } from '../our-server.ts';
import { residentMemory } from '../process-figures.ts';
import type { ServerProcess } from '../server-process.ts';
import { signInCountedOwner } from './counted-owner.ts';
import { soakCategories, soakPosts } from './soak-posts.ts';
import { createTally, type KindFigures } from './tally.ts';
import { visit } from './visitors.ts';

/** The server at one moment. */
export interface Sample {
  /** The seconds since the load began. */
  at: number;
  /** The memory in MB (10⁶ bytes). */
  memory: number;
  /** The longest time, in milliseconds, for which its event loop was held since the previous sample. */
  held: number;
}

export interface SoakResult {
  seconds: number;
  figures: KindFigures[];
  samples: Sample[];
  /** The longest hold of each second. */
  ownHolds: Hold[];
  /** The number of acknowledged writes, readings included. */
  promises: number;
  /** A description of every broken promise, and of every visitor that had to give up. */
  faults: string[];
}

export interface SoakOptions {
  seconds: number;
  /** The seed of the visitors' actions. */
  seed: number;
  /** Kinds of requests: the load continues until each of them has been answered. */
  kinds?: readonly string[];
  /**
   * The visitors' computing gives way to the server's, as if they were on another machine. This stays so for this
   * process.
   */
  isGivingWay?: boolean;
  onSample?: (sample: Sample) => void;
}

/**
 * Sends reads, searches, writes and uploads to the built server for so many seconds, all at once and without a pause,
 * from a different address with every request. Then the server is stopped, and everything it has acknowledged is
 * checked in its database and on its disk.
 */
export async function runSoak({
  seconds,
  seed,
  kinds = [],
  isGivingWay = false,
  onSample,
}: SoakOptions): Promise<SoakResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-soak-'));
  let limit: MemoryLimit | null = null;
  try {
    await seedSite(folder, soakPosts());
    for (const name of ['uploads', 'originals']) mkdirSync(path.join(folder, name), { recursive: true });
    const tally = createTally();
    const ledger = createLedger();
    const faults: string[] = [];
    let isOver = false;
    const samples: Sample[] = [];
    const probe = path.join(folder, 'loop-holds');
    limit = limitMemory(MEMORY_GIVEN);
    const server = await startOurServer(folder, { TRUST_PROXY: '127.0.0.1', ...loopProbe(probe) }, undefined, limit);
    if (isGivingWay) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    const begin = async () => {
      const posts = await (await signInOwner(() => server.address)).client.call(listPosts);
      const owner = await signInCountedOwner(server.address, tally, () => isOver);
      const { begun, ended } = startWriting(owner, ledger, 1);
      const writing = ended.catch((error: unknown) => {
        faults.push(`a writer gave up: ${error}`);
      });
      const { address } = server;
      const visiting = visit({ address, posts, categories: soakCategories, tally, seed, isOver: () => isOver });
      await begun.catch(() => undefined);
      return { writing, visiting };
    };
    let readings = 0;
    let ownHolds: Hold[] = [];
    try {
      const { writing, visiting } = await begin();
      // The current second includes the time of the start and the first requests.
      const before = readHolds(probe).length + 1;
      await watch(server, seconds, (sample) => {
        samples.push(sample);
        onSample?.(sample);
      });
      const isLeft = (kind: string) => !tally.figures().some((figures) => figures.kind === kind);
      while (faults.length === 0 && kinds.some(isLeft)) await wait(100);
      ownHolds = readHolds(probe).slice(before);
      isOver = true;
      await writing;
      ({ readings } = await visiting);
      await withReader(folder, untilSwapped);
    } finally {
      isOver = true;
      await server.stop();
    }
    faults.push(...brokenPromises(ledger, await inspectSite(folder)));
    const kept = await readingsKept(folder);
    if (kept !== readings) faults.push(`${readings} readings were acknowledged and ${kept} are stored`);
    const promises = countPromises(ledger) + readings;
    return { seconds, figures: tally.figures(), samples, ownHolds, promises, faults };
  } finally {
    limit?.remove();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function watch(server: ServerProcess, seconds: number, onSample: (sample: Sample) => void): Promise<void> {
  const started = performance.now();
  // The time of the start and the first requests does not count as load.
  await longestHold(server);
  for (let second = 1; second <= seconds; second += 1) {
    await wait(Math.max(0, started + second * 1000 - performance.now()));
    const held = await longestHold(server);
    onSample({ at: (performance.now() - started) / 1000, memory: residentMemory(server.pid).now, held });
  }
}

const readingsKept = (folder: string) =>
  withReader(folder, async (reader) => Number(reader.prepare('select sum(views) from blog_posts').pluck().get()));

async function withReader<T>(folder: string, read: (reader: ReturnType<typeof openReader>) => Promise<T>): Promise<T> {
  const reader = openReader(path.join(folder, DATABASE_FILE));
  try {
    return await read(reader);
  } finally {
    reader.close();
  }
}
