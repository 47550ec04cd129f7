import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { HOUR, openBlog } from '#server/repositories/blog-fixture.ts';
import { eventsAfter, getCursor, lastEvent } from '#server/repositories/event-log.ts';
import { recordDuePosts } from '#server/repositories/posts/post-events.ts';
import { createEventDispatcher } from '#server/services/events/dispatcher.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { seededRandom } from '#tests/load/vocabulary.ts';
import { createAuditTrail, readAuditTrail } from './audit-trail.ts';
import { faultsOf, type Seen } from './delivery-faults.ts';
import { fileListener, linesOf } from './file-listener.ts';
import { databaseIn, doneBy, givenTo, LISTENERS } from './listener-files.ts';

/** The seed from which all rounds follow. */
export const SEED = 20251123;
/** A kill comes after at least this many writes, and at most twice as many. */
export const WRITES_BEFORE_KILL = 20;
/** A kill then comes at most this many milliseconds later, so that it can interrupt anything. */
export const KILL_WITHIN = 20;

export interface KillResult {
  faults: string[];
  /** The number of times a post has gone live. */
  goingsLive: number;
  events: number;
  /** The number of times an event was given to a listener that had received it before. */
  again: number;
}

/**
 * Kills a process that writes posts and reports them, so many times at random moments, and each time starts another on
 * the same database; then lets one finish, and counts.
 */
export async function killDeliveries(count: number, onRound: (number: number) => void): Promise<KillResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-post-events-'));
  try {
    const blog = await openBlog(databaseIn(folder));
    createAuditTrail(blog);
    await blog.close();
    for (let number = 1; number <= count; number += 1) {
      await killOne(folder, SEED + number);
      onRound(number);
    }
    const database = openDatabase(databaseIn(folder));
    try {
      const seen = await finish(database, folder);
      const given = Object.values(seen.given).flat();
      return {
        faults: faultsOf(seen),
        goingsLive: seen.events.filter(({ type }) => type === 'went-live').length,
        events: seen.events.length,
        again: given.length - LISTENERS.reduce((sum, name) => sum + new Set(seen.given[name]).size, 0),
      };
    } finally {
      await database.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function killOne(folder: string, seed: number): Promise<void> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'writer.ts'), folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const random = seededRandom(seed);
  await Promise.race([linesOut(child.stdout, WRITES_BEFORE_KILL * (1 + random())), ended]);
  await wait(random() * KILL_WITHIN);
  // A process that has ended by itself has failed, and has said why.
  if (child.exitCode !== null) throw new Error(`The writer with seed ${seed} ended with ${child.exitCode}`);
  child.kill('SIGKILL');
  await ended;
}

/** Waits for so many lines. */
function linesOut(stream: Readable, count: number): Promise<void> {
  return new Promise((resolve) => {
    let lines = 0;
    stream.on('data', (data: Buffer) => {
      lines += data.toString('latin1').split('\n').length - 1;
      if (lines >= count) resolve();
    });
  });
}

/** An hour later nothing is scheduled any more; then every listener receives the events that it lacks. */
async function finish(database: OpenDatabase, folder: string): Promise<Seen> {
  const { db } = database;
  const auditTrail = readAuditTrail(database);
  const end = Date.parse(auditTrail.at(-1)?.at ?? '') + HOUR;
  await recordDuePosts(db, end);
  const durable = LISTENERS.map((name) => fileListener(folder, name));
  const onError = (error: unknown) => {
    throw error;
  };
  const stop = await createEventDispatcher({ db, durable, timers: systemTimers, onError }).start();
  const last = await lastEvent(db);
  for (const name of LISTENERS) while ((await getCursor(db, name)) < last) await wait(5);
  await stop();
  const listen = (fileOf: typeof givenTo) => ({
    outside: linesOf(fileOf(folder, 'outside')),
    inside: linesOf(fileOf(folder, 'inside')),
  });
  return {
    auditTrail,
    end: new Date(end).toISOString(),
    events: await eventsAfter(db, 0, last),
    given: listen(givenTo),
    done: listen(doneBy),
  };
}
