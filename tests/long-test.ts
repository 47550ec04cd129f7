import { test } from 'vitest';
import { isWhole } from '#tests/share.ts';

/**
 * A test that takes seconds and runs only in the whole (`npm run test:long -- unit`), like a browser test tagged @long.
 */
export function longTest(name: string, run: () => void | Promise<void>): void {
  if (isWhole) test(name, run);
}
