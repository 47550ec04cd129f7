import { test } from 'playwright/test';
import { isWhole } from '#tests/share.ts';

/** A step that runs in the whole alone, as a test that is tagged @long does: what follows it must do without. */
export async function longStep(name: string, run: () => Promise<void>): Promise<void> {
  if (isWhole) await test.step(name, run);
}
