import { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { deleteSetting, findSetting, setSetting } from '../settings.ts';

const FIRST_PASSWORD = 'first-password';
const firstPassword = z.object({ endsAt: z.number() });

/** For how many milliseconds a password that was made up signs in (docs/rules.md, "Passwords"). */
const FIRST_PASSWORD_LIVES = 24 * 60 * 60 * 1000;

/**
 * The time, in milliseconds since 1970, until which the password that was made up signs in; null once the owner has
 * chosen a password.
 */
export async function findFirstPassword(ex: Executor): Promise<z.output<typeof firstPassword> | null> {
  return findSetting(ex, FIRST_PASSWORD, firstPassword);
}

/** Records that the account's password was made up now. */
export async function beginFirstPassword(ex: Executor, now: number): Promise<void> {
  await setSetting(ex, FIRST_PASSWORD, { endsAt: now + FIRST_PASSWORD_LIVES }, now);
}

/** Records that the owner has chosen the account's password. */
export async function endFirstPassword(ex: Executor): Promise<void> {
  await deleteSetting(ex, FIRST_PASSWORD);
}
