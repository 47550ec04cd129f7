import { test } from 'playwright/test';
import { isWhole } from '#tests/share.ts';

/** Runs a step only in the whole, like a test tagged @long: the following steps must not depend on it. */
export async function longStep(name: string, run: () => Promise<void>): Promise<void> {
  if (isWhole) await test.step(name, run);
}
