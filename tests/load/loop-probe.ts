import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Samples the event loop every ten milliseconds, as the
// server's own metric does, and subtracts the time for which Linux let the thread wait for a processor: on two cores
// the visitors and the process for pictures use them too, and no program can change that. Waiting for the disk, or for
// another thread, stays included, and so does all computing (docs/decisions/0051-holds-of-the-server-alone.md). Writes
// the longest hold of each second as a line of LOOP_PROBE_FILE: its length, how long the thread computed in it, how much
// of that in the system, and how long it collected garbage, in milliseconds.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
/** Nanoseconds of computing, nanoseconds of waiting for a processor, number of time slices. */
const SCHEDULING = '/proc/thread-self/schedstat';
/**
 * The milliseconds within which these figures and the clock are read if nothing interrupts, and the number of tries.
 */
const AT_ONCE = 1;
const TRIES = 5;

/**
 * A moment, and the time that the thread has computed (`system`: in the system) and waited for a processor until then,
 * in milliseconds.
 */
interface Look {
  now: number;
  computed: number;
  system: number;
  waited: number;
}

/** How long the event loop was held, without waits for a processor. In milliseconds. */
export interface Hold {
  held: number;
  /** The computing time of its thread in the hold, and the part of it in the system. */
  computed: number;
  system: number;
  /** The time in which garbage was collected. */
  collected: number;
}

/**
 * Returns the hold between two samples; `collections` are the times, of `performance.now()`, at which garbage was
 * collected, and how long each took.
 */
export function holdBetween(
  one: Look,
  next: Look,
  collections: readonly Pick<PerformanceEntry, 'startTime' | 'duration'>[] = [],
): Hold {
  const waited = next.waited - one.waited;
  const collected = collections
    .map(({ startTime, duration }) => Math.min(next.now, startTime + duration) - Math.max(one.now, startTime))
    .reduce((sum, part) => sum + Math.max(0, part), 0);
  return {
    held: Math.max(0, next.now - one.now - LOOKS_EVERY - waited),
    computed: next.computed - one.computed,
    system: next.system - one.system,
    collected,
  };
}

const { LOOP_PROBE_FILE } = process.env;
// The process for pictures, which the server starts, has its own event loop, for which no visitor waits.
delete process.env.LOOP_PROBE_FILE;
if (LOOP_PROBE_FILE !== undefined && isMainThread) {
  const look = createLook();
  let collections: PerformanceEntry[] = [];
  // They are told after the next sample, so a second's longest hold is described when the second is over.
  new PerformanceObserver((list) => collections.push(...list.getEntries())).observe({ entryTypes: ['gc'] });
  const first = look();
  let longest: [Look, Look] = [first, first];
  let before = first;
  setInterval(() => {
    const now = look();
    if (holdBetween(before, now).held > holdBetween(...longest).held) longest = [before, now];
    before = now;
  }, LOOKS_EVERY).unref();
  setInterval(() => {
    const { held, computed, system, collected } = holdBetween(...longest, collections);
    const figures = [held, computed, system, collected].map((figure) => figure.toFixed(1));
    appendFileSync(LOOP_PROBE_FILE, `${figures.join(' ')}\n`);
    longest = [before, before];
    collections = [];
  }, WRITES_EVERY).unref();
}

/** Returns a function that samples this thread; if nothing is known of it, it has neither computed nor waited. */
function createLook(): () => Look {
  if (!existsSync(SCHEDULING)) return () => ({ now: performance.now(), computed: 0, system: 0, waited: 0 });
  const file = openSync(SCHEDULING, 'r');
  const line = Buffer.alloc(128);
  return () => {
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      const [computed, waited] = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ');
      const system = process.threadCpuUsage().system / 1000;
      const now = performance.now();
      // If the thread lost its processor between the two readings, the next sample would take that wait for a hold.
      if (now - began < AT_ONCE || tries === TRIES) {
        return { now, computed: Number(computed) / 1e6, system, waited: Number(waited) / 1e6 };
      }
    }
  };
}
