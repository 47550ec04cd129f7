import { expect, test } from 'vitest';
import { killWhileWriting } from './kill-writes/kill-while-writing.ts';

/** The first of the hundred rounds that `npm run test:long -- kill-writes` runs. */
const ROUNDS = 1;

test('a server that is killed while it is written to has every write it acknowledged, and nothing half done', async () => {
  const results = await killWhileWriting(ROUNDS, () => undefined);
  expect(results.flatMap(({ number, faults }) => faults.map((fault) => `round ${number}: ${fault}`))).toEqual([]);
  expect(results).toHaveLength(ROUNDS);
  expect(results.reduce((sum, { promises }) => sum + promises, 0)).toBeGreaterThanOrEqual(ROUNDS);
});
