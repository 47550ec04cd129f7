import { setImmediate as nextTurn } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { FUZZ_TARGETS } from '#tests/fuzz/fuzz-targets.ts';
import { runTarget } from '#tests/fuzz/run-target.ts';

// A thread that gives batch after batch of inputs to one parser.

/** The work done since the last report. */
export interface FuzzReport {
  inputs: number;
  taken: number;
  fault: string | null;
  /** The seed of the batch in progress, if no further report comes. */
  nextSeed: number;
}

/** The number of inputs between two reports, for a parser of the lowest cost. */
const BATCH = 60;
/** The number of faults after which the parser is known to be wrong. */
const MOST_FAULTS = 5;

const { name, seed, until } = workerData as { name: string; seed: number; until: number };
const target = await FUZZ_TARGETS[name]?.();
if (!target || !parentPort) throw new Error(`There is no parser called ${name}`);
let faults = 0;
let batch = seed;
do {
  const count = await runTarget(target, batch, Math.ceil(BATCH / target.cost));
  if (count.fault !== null) faults += 1;
  parentPort.postMessage({ ...count, nextSeed: batch + 1 } satisfies FuzzReport);
  batch += 1;
  // A parser may never wait for the event loop. Objects with weak references are kept until the loop turns: half a
  // gigabyte.
  await nextTurn();
} while (Date.now() < until && faults < MOST_FAULTS);
await target.close?.();
