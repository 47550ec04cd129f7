import { expect, test } from 'vitest';
import { killMoves } from './blob-kills/kill-moves.ts';

/** A share of the hundred kills of `npm run test:long -- blobs`. */
const KILLS = 1;
const BLOBS = 8;

test('a move that is killed goes on where it was, and every byte is there', async () => {
  const { faults, twice } = await killMoves(KILLS, BLOBS, () => undefined);
  expect(faults).toEqual([]);
  // Only blobs that were on their way at a kill are put again.
  expect(twice).toBeLessThanOrEqual(4 * KILLS);
});
