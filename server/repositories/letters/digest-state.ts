import { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { findSetting, setSetting } from '../settings.ts';

const KEY = 'letters-digest';

/** When the next digest goes out, in milliseconds since 1970, and the settings from which that follows. */
const digestState = z.object({ nextAt: z.number(), of: z.string() });
export type DigestState = z.output<typeof digestState>;

export async function findDigestState(ex: Executor): Promise<DigestState | null> {
  return findSetting(ex, KEY, digestState);
}

export async function setDigestState(ex: Executor, state: DigestState, now: number): Promise<void> {
  await setSetting(ex, KEY, state, now);
}
