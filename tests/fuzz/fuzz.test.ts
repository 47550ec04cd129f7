import { expect, test } from 'vitest';
import { FUZZ_TARGETS } from './fuzz-targets.ts';
import { runTarget } from './run-target.ts';

// A seeded share of `npm run test:long -- fuzz`, some seconds in all. NINEFOLD_SHARE changes the seed.

const SEED = 20_261_126 + Number(process.env.NINEFOLD_SHARE ?? 1);
/**
 * Returns the number of inputs for a parser that costs `cost` times as much as one of plain text: half as many for the
 * dearest.
 */
const runsOf = (cost: number) => (cost > 4 ? Math.max(6, Math.ceil(80 / cost)) : Math.ceil(160 / cost));

test.each(Object.entries(FUZZ_TARGETS))(
  '%s: whatever comes in is taken or refused, and nothing else happens',
  async (_name, open) => {
    const target = await open();
    try {
      const { inputs, taken, fault } = await runTarget(target, SEED, runsOf(target.cost));
      expect(fault).toBeNull();
      expect(inputs).toBeGreaterThan(0);
      // If all samples were refused, the test would show nothing.
      expect(taken).toBeGreaterThan(0);
    } finally {
      await target.close?.();
    }
  },
);
