import { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import { deleteSetting, findSetting, setSetting } from '../settings.ts';

const FIRST_PASSWORD = 'first-password';
const firstPassword = z.object({ endsAt: z.number() });

/** Milliseconds a password that was made up signs in (docs/rules.md, "Passwords"). */
const FIRST_PASSWORD_LIVES = 24 * 60 * 60 * 1000;

/** Until when the password that was made up signs in, in milliseconds since 1970; null once the owner has chosen one. */
export async function findFirstPassword(ex: Executor): Promise<z.output<typeof firstPassword> | null> {
  return findSetting(ex, FIRST_PASSWORD, firstPassword);
}

/** Notes that the account's password was made up now. */
export async function beginFirstPassword(ex: Executor, now: number): Promise<void> {
  await setSetting(ex, FIRST_PASSWORD, { endsAt: now + FIRST_PASSWORD_LIVES }, now);
}

/** Notes that the account's password is one its owner has chosen. */
export async function endFirstPassword(ex: Executor): Promise<void> {
  await deleteSetting(ex, FIRST_PASSWORD);
}
