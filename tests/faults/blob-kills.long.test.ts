import { expect, test } from 'vitest';
import { killMoves } from './blob-kills/kill-moves.ts';

/** Of the hundred that `npm run test:long -- blobs` has. */
const KILLS = 1;
const BLOBS = 8;

test('a move that is killed goes on where it was, and every byte is there', async () => {
  const { faults, twice } = await killMoves(KILLS, BLOBS, () => undefined);
  expect(faults).toEqual([]);
  // What was on its way at a kill is put again, and no more.
  expect(twice).toBeLessThanOrEqual(4 * KILLS);
});
