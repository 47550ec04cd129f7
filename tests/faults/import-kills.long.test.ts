import { expect, test } from 'vitest';
import { killImports } from './import-kills/kill-imports.ts';

/** A share of the fifty kills that `npm run test:long -- import-kills` runs. */
const KILLS = 1;
const POSTS = 4;

test('an import that is killed goes on, and has everything once', async () => {
  expect((await killImports(KILLS, POSTS, () => undefined)).faults).toEqual([]);
});
