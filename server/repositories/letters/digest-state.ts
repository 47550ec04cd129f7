import { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { findSetting, setSetting } from '../settings.ts';

const KEY = 'letters-digest';

/** The time of the next digest, in milliseconds since 1970, and the settings that it was calculated from. */
const digestState = z.object({ nextAt: z.number(), of: z.string() });
export type DigestState = z.output<typeof digestState>;

export async function findDigestState(ex: Executor): Promise<DigestState | null> {
  return findSetting(ex, KEY, digestState);
}

export async function setDigestState(ex: Executor, state: DigestState, now: number): Promise<void> {
  await setSetting(ex, KEY, state, now);
}
