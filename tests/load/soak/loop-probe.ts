import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Looks at the event loop every ten milliseconds, as the
// server's own metric does, and takes off what Linux let the thread wait for a processor: on two cores the visitors and
// the process for pictures take them too, and no program can help that. Waiting for the disk, or for another thread, stays in, and so
// does all that was computed (docs/decisions/0051-holds-of-the-server-alone.md). Writes the longest hold of each second as a line of
// LOOP_PROBE_FILE: how long it was, and how long the thread computed in it, in milliseconds.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
/** Nanoseconds computed, nanoseconds waited for a processor, times it was the thread's turn. */
const SCHEDULING = '/proc/thread-self/schedstat';
/** Milliseconds in which these figures and the clock are read where nothing comes between, and how often it is tried. */
const AT_ONCE = 1;
const TRIES = 5;

/** A moment, and what the thread has computed and waited for a processor up to then, in milliseconds. */
interface Look {
  now: number;
  computed: number;
  waited: number;
}

/** How long the loop was held between two looks, waits for a processor left out, and what was computed in that time. */
export function holdBetween(one: Look, next: Look): { held: number; computed: number } {
  const waited = next.waited - one.waited;
  return { held: Math.max(0, next.now - one.now - LOOKS_EVERY - waited), computed: next.computed - one.computed };
}

const { LOOP_PROBE_FILE } = process.env;
// A process that the server starts, the one for pictures, has an event loop of its own, for which no visitor waits.
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

/** Gives looks at this thread; where nothing is known of it, it has neither computed nor waited. */
function createLook(): () => Look {
  if (!existsSync(SCHEDULING)) return () => ({ now: performance.now(), computed: 0, waited: 0 });
  const file = openSync(SCHEDULING, 'r');
  const line = Buffer.alloc(128);
  return () => {
    for (let tries = 1; ; tries += 1) {
      const began = performance.now();
      const [computed, waited] = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ');
      const now = performance.now();
      // Where the thread lost its processor between the two, the next look would take that wait for a hold.
      if (now - began < AT_ONCE || tries === TRIES) {
        return { now, computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 };
      }
    }
  };
}
