import { appendFileSync, existsSync, openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// Loaded into the server before its program (`node --import`). Looks at the event loop every ten milliseconds, as the
// server's own metric does, and takes off what Linux let the thread wait for a processor: on two cores the visitors and
// the threads of pictures take them too, and no program can help that. Waiting for the disk stays in. Writes the longest
// hold of each second as a line of LOOP_PROBE_FILE: how long it was and how long the thread computed in it, in milliseconds.

const LOOKS_EVERY = 10;
const WRITES_EVERY = 1000;
const SCHEDULING = '/proc/thread-self/schedstat';

const { LOOP_PROBE_FILE } = process.env;
if (LOOP_PROBE_FILE !== undefined && isMainThread) {
  const times = readTimes();
  let longest = { held: 0, computed: 0 };
  let before = { at: performance.now(), ...times() };
  setInterval(() => {
    const now = { at: performance.now(), ...times() };
    const held = now.at - before.at - LOOKS_EVERY - (now.waited - before.waited);
    if (held > longest.held) longest = { held, computed: now.computed - before.computed };
    before = now;
  }, LOOKS_EVERY).unref();
  setInterval(() => {
    appendFileSync(LOOP_PROBE_FILE, `${longest.held.toFixed(1)} ${longest.computed.toFixed(1)}\n`);
    longest = { held: 0, computed: 0 };
  }, WRITES_EVERY).unref();
}

/** What tells how many milliseconds this thread has computed and waited for a processor so far; where nothing is known of it, none. */
function readTimes(): () => { computed: number; waited: number } {
  if (!existsSync(SCHEDULING)) return () => ({ computed: 0, waited: 0 });
  const file = openSync(SCHEDULING, 'r');
  const line = Buffer.alloc(128);
  // “nanoseconds computed, nanoseconds waited, times it was its turn”
  return () => {
    const [computed, waited] = line.toString('latin1', 0, readSync(file, line, 0, line.length, 0)).split(' ');
    return { computed: Number(computed) / 1e6, waited: Number(waited) / 1e6 };
  };
}
