import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Samples the event loop every ten milliseconds, as the
// server's own metric does, and subtracts the time for which Linux let the thread wait for a processor: on two cores
// the visitors and the process for pictures use them too, and no program can change that. Waiting for the disk, or for
// another thread, stays included, and so does all computing (docs/decisions/0051-holds-of-the-server-alone.md). Writes
// the longest hold of each second as a line of LOOP_PROBE_FILE: its length, and how long the thread computed in it, in
// milliseconds.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
/** Nanoseconds of computing, nanoseconds of waiting for a processor, number of time slices. */
const SCHEDULING = '/proc/thread-self/schedstat';
/**
 * The milliseconds within which these figures and the clock are read if nothing interrupts, and the number of tries.
 */
const AT_ONCE = 1;
const TRIES = 5;

/** A moment, and the time that the thread has computed and waited for a processor until then, in milliseconds. */
interface Look {
  now: number;
  computed: number;
  waited: number;
}

/**
 * Returns how long the loop was held between two samples, without waits for a processor, and the computing time in it.
 */
export function holdBetween(one: Look, next: Look): { held: number; computed: number } {
  const waited = next.waited - one.waited;
  return { held: Math.max(0, next.now - one.now - LOOKS_EVERY - waited), computed: next.computed - one.computed };
}

const { LOOP_PROBE_FILE } = process.env;
// The process for pictures, which the server starts, has its own event loop, for which no visitor waits.
delete process.env.LOOP_PROBE_FILE;
if (LOOP_PROBE_FILE !== undefined && isMainThread) {
  const look = createLook();
  let longest = { held: 0, computed: 0 };
  let before = look();
  setInterval(() => {
    const now = look();
    const hold = holdBetween(before, now);
    if (hold.held > longest.held) longest = hold;
    before = now;
  }, LOOKS_EVERY).unref();
  setInterval(() => {
    appendFileSync(LOOP_PROBE_FILE, `${longest.held.toFixed(1)} ${longest.computed.toFixed(1)}\n`);
    longest = { held: 0, computed: 0 };
  }, WRITES_EVERY).unref();
}

/** Returns a function that samples this thread; if nothing is known of it, it has neither computed nor waited. */
function createLook(): () => Look {
  if (!existsSync(SCHEDULING)) return () => ({ now: performance.now(), computed: 0, waited: 0 });
  const file = openSync(SCHEDULING, 'r');
  const line = Buffer.alloc(128);
  return () => {
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      const [computed, waited] = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ');
      const now = performance.now();
      // If the thread lost its processor between the two readings, the next sample would take that wait for a hold.
      if (now - began < AT_ONCE || tries === TRIES) {
        return { now, computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 };
      }
    }
  };
}
