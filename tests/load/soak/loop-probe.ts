import { appendFileSync, closeSync, existsSync, openSync, readdirSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Looks at the event loop every ten milliseconds, as the
// server's own metric does, and takes off what Linux let the thread wait for a processor: on two cores the visitors and
// the threads of pictures take them too, and no program can help that. So does a thread of the server that the thread
// waits for (docs/decisions/0050-waits-for-a-processor.md). Waiting for the disk stays in, and so does all that was computed.
// Writes the longest hold of each second as a line of LOOP_PROBE_FILE: how long it was, how long the thread computed in it,
// and how long it was with the waits of the other threads, in milliseconds.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
const THREADS = '/proc/self/task';

/** What happened between two looks, in milliseconds. */
interface Between {
  passed: number;
  computed: number;
  /** Of this thread for a processor. */
  waited: number;
  /** Of the other thread that waited longest for one. */
  othersWaited: number;
}

/** How long the loop was held between two looks: all of it, and without waits for a processor. */
export function heldIn({ passed, computed, waited, othersWaited }: Between): { all: number; held: number } {
  const all = passed - LOOKS_EVERY - waited;
  return { all, held: Math.max(Math.min(computed, all), all - othersWaited) };
}

const { LOOP_PROBE_FILE } = process.env;
if (LOOP_PROBE_FILE !== undefined && isMainThread) {
  const none = { held: 0, computed: 0, all: 0 };
  const look = watchThreads();
  let longest = none;
  let before = performance.now();
  setInterval(() => {
    const now = performance.now();
    const between = { passed: now - before, ...look() };
    const hold = heldIn(between);
    if (hold.held > longest.held) longest = { ...hold, computed: between.computed };
    before = now;
  }, LOOKS_EVERY).unref();
  setInterval(() => {
    const { held, computed, all } = longest;
    appendFileSync(LOOP_PROBE_FILE, `${[held, computed, all].map((figure) => figure.toFixed(1)).join(' ')}\n`);
    longest = none;
  }, WRITES_EVERY).unref();
}

/** Gives what the threads of this process have computed and waited since the last call; where nothing is known of it, none. */
function watchThreads(): () => Omit<Between, 'passed'> {
  if (!existsSync(THREADS)) return () => ({ computed: 0, waited: 0, othersWaited: 0 });
  const own = openThread('/proc/thread-self/schedstat');
  const others = new Map<string, ReturnType<typeof openThread>>();
  let next = 0;
  return () => {
    if (performance.now() >= next) {
      next = performance.now() + WRITES_EVERY;
      meet(others);
    }
    let othersWaited = 0;
    for (const [id, thread] of others) {
      const since = thread.since();
      if (since === null) others.delete(id);
      else othersWaited = Math.max(othersWaited, since.waited);
    }
    return { computed: 0, waited: 0, ...own.since(), othersWaited };
  };
}

/** Opens the threads that were not there before. Worker threads and those of libuv's pool come as they are needed. */
function meet(others: Map<string, ReturnType<typeof openThread>>): void {
  for (const id of readdirSync(THREADS)) {
    if (id === String(process.pid) || others.has(id)) continue;
    try {
      others.set(id, openThread(`${THREADS}/${id}/schedstat`));
    } catch {
      // It ended meanwhile.
    }
  }
}

/** `since` gives how many milliseconds a thread has computed and waited for a processor since it was called last; null once it has ended. */
function openThread(path: string) {
  const file = openSync(path, 'r');
  const line = Buffer.alloc(128);
  // “nanoseconds computed, nanoseconds waited, times it was its turn”
  const read = () => {
    const [computed, waited] = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ');
    return { computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 };
  };
  let before = read();
  return {
    since() {
      try {
        const now = read();
        const between = { computed: now.computed - before.computed, waited: now.waited - before.waited };
        before = now;
        return between;
      } catch {
        closeSync(file);
        return null;
      }
    },
  };
}
