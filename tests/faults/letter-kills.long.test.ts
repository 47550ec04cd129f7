import { expect, test } from 'vitest';
import { killLetters } from './letter-kills/kill-letters.ts';

/** A share of the hundred kills among a thousand letters that `npm run test:long -- letter-kills` runs. */
const SHARE = { letters: 8, kills: 1 };

test('a server that is killed while it sends a letter loses nobody, and tells who may have it twice', async () => {
  const { faults, kills, given } = await killLetters(SHARE, () => undefined);
  expect(faults).toEqual([]);
  expect(kills).toBe(SHARE.kills);
  expect(given).toBeGreaterThanOrEqual(SHARE.letters);
});
