import fc from 'fast-check';
import type { FuzzTarget } from './fuzz-target.ts';

export interface FuzzCount {
  inputs: number;
  taken: number;
  /** The seed, the smallest failing input, and what was wrong; null if nothing was. */
  fault: string | null;
}

/** Gives so many inputs to a target, the same ones for the same seed, until one fails. */
export async function runTarget(target: FuzzTarget, seed: number, runs: number): Promise<FuzzCount> {
  let [inputs, taken] = [0, 0];
  const property = fc.asyncProperty(target.inputs, async (input) => {
    inputs += 1;
    if (await target.parse(input)) taken += 1;
  });
  const result = await fc.check(property, {
    seed,
    numRuns: runs,
    endOnFailure: false,
    interruptAfterTimeLimit: 600_000,
  });
  if (!result.failed) return { inputs, taken, fault: null };
  const cause = result.errorInstance instanceof Error ? result.errorInstance.stack : String(result.errorInstance);
  const input = fc.stringify(result.counterexample?.[0]).slice(0, 4000);
  return {
    inputs,
    taken,
    fault: `${target.name}, seed ${seed}, path ${result.counterexamplePath}\n${input}\n${cause}`,
  };
}
