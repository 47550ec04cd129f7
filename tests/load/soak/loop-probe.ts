import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Looks at the event loop every ten milliseconds, as the
// server's own metric does, and takes off what Linux let the thread wait for a processor: on two cores the visitors and
// the threads of pictures take them too, and no program can help that. Waiting for the disk stays in. Writes the longest
// hold of each second, in milliseconds, as a line of LOOP_PROBE_FILE.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
const SCHEDULING = '/proc/thread-self/schedstat';

const { LOOP_PROBE_FILE } = process.env;
if (LOOP_PROBE_FILE !== undefined && isMainThread) {
  const waited = readWaiting();
  let longest = 0;
  let before = { at: performance.now(), waited: waited() };
  setInterval(() => {
    const now = { at: performance.now(), waited: waited() };
    longest = Math.max(longest, now.at - before.at - LOOKS_EVERY - (now.waited - before.waited));
    before = now;
  }, LOOKS_EVERY).unref();
  setInterval(() => {
    appendFileSync(LOOP_PROBE_FILE, `${longest.toFixed(1)}\n`);
    longest = 0;
  }, WRITES_EVERY).unref();
}

/** What tells how many milliseconds this thread has waited for a processor so far; where nothing is known of it, none. */
function readWaiting(): () => number {
  if (!existsSync(SCHEDULING)) return () => 0;
  const file = openSync(SCHEDULING, 'r');
  const line = Buffer.alloc(128);
  // “nanoseconds computed, nanoseconds waited, times it was its turn”
  return () => Number(line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ')[1]) / 1e6;
}
