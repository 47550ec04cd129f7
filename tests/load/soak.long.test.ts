import { expect, test } from 'vitest';
import { runSoak } from './soak/run-soak.ts';
import { checkAnswers } from './soak/soak-report.ts';

// In `npm test`, tests/faults/kill-writes.test.ts looks for acknowledged writes, and stopping.test.ts for views.

/** A share of the ten minutes that `npm run soak` takes; speed and memory are measured there. */
const SECONDS = 1;
const SEED = 20261123;
const KINDS = [
  'API: a post',
  'API: a search',
  'API: posts',
  'a category',
  'a feed',
  'a message sent',
  'a picture deleted',
  'a picture uploaded',
  'a post',
  'a post created',
  'a post saved',
  'a reading counted',
  'a search',
  'home',
  'home, another page',
];

test('a site that is read, searched and written to at once, without a pause, answers everybody and keeps every write', async () => {
  const result = await runSoak({ seconds: SECONDS, seed: SEED, kinds: KINDS });
  expect(result.faults).toEqual([]);
  expect(result.figures.filter(({ failed }) => failed > 0)).toEqual([]);
  expect(checkAnswers(result).filter(({ isMet }) => !isMet)).toEqual([]);
  // No kind of request was left out.
  expect(result.figures.map(({ kind }) => kind).toSorted()).toEqual(KINDS);
});
