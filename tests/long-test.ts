import { test } from 'vitest';
import { isWhole } from '#tests/share.ts';

/** A test that takes seconds and runs in the whole alone (`npm run test:long -- unit`), as one tagged @long does in a browser. */
export function longTest(name: string, run: () => void | Promise<void>): void {
  if (isWhole) test(name, run);
}
