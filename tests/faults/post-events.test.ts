import { expect, test } from 'vitest';
import { killDeliveries } from './post-events/kill-deliveries.ts';

/** The first of the two hundred rounds that `npm run test:long -- post-events` runs. */
const ROUNDS = 1;

test('a process killed while it writes posts has recorded each going live once, and every listener hears of it', async () => {
  const { faults, goingsLive } = await killDeliveries(ROUNDS, () => undefined);
  expect(faults).toEqual([]);
  expect(goingsLive).toBeGreaterThanOrEqual(ROUNDS);
});
