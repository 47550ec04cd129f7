import path from 'node:path';
import { argon2Passwords } from '#server/adapters/passwords.ts';
import { openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { resetOwnerPassword } from '#server/services/reset-password.ts';
import { systemClock } from '#shared/kernel/clock.ts';

/** The password that an owner chooses at the first sign-in: the generated password allows nothing else. */
const PASSWORD = 'one that the owner chose';

/** Returns a login for a folder whose first start generated a password. */
export async function ownerOf(folder: string): Promise<{ email: string; password: string }> {
  const database = openDatabase(path.join(folder, DATABASE_FILE));
  try {
    const login = await resetOwnerPassword({
      db: database.db,
      clock: systemClock,
      passwords: argon2Passwords,
      password: PASSWORD,
    });
    if (!login) throw new Error('The site has no owner');
    return login;
  } finally {
    await database.close();
  }
}
