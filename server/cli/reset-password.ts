import path from 'node:path';
import { parseArgs } from 'node:util';
import { createKnownPasswords } from '#server/adapters/known-passwords.ts';
import { argon2Passwords } from '#server/adapters/passwords.ts';
import { type Config, readConfig } from '#server/config.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { findOwner } from '#server/repositories/admin-users.ts';
import { createPasswordRules } from '#server/services/passwords/password-rules.ts';
import { MADE_UP_NOTE, resetOwnerPassword } from '#server/services/reset-password.ts';
import { createSettingsService } from '#server/services/settings.ts';
import { defaultSettings } from '#server/site-info.ts';
import { credentialsFields } from '#shared/contract/session.ts';
import { systemClock } from '#shared/kernel/clock.ts';
import { runCommand, UsageError } from './command.ts';
import { hasSite } from './open-site.ts';

const USAGE = `Usage: npm run admin:reset-password [-- --password PASSWORD] [--remove-second-factors]

Gives the owner's account a new password, a random one when none is named, and signs it out everywhere. With
--remove-second-factors it also takes off the authenticator app, the passkeys and the recovery codes, for who has lost
them all. The server may run meanwhile.`;

interface Request {
  isHelp: boolean;
  password: string | undefined;
  isWithoutFactors: boolean;
}

function readRequest(): Request {
  try {
    const { values } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h', default: false },
        password: { type: 'string' },
        'remove-second-factors': { type: 'boolean', default: false },
      },
    });
    const isWithoutFactors = values['remove-second-factors'];
    return { isHelp: values.help, password: checked(values.password), isWithoutFactors };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

/** Checks what the settings form requires of a password. */
function checked(password: string | undefined): string | undefined {
  const result = credentialsFields.safeParse({ password });
  if (!result.success) throw new UsageError(result.error.issues[0]?.message ?? 'This password cannot be used.');
  return result.data.password;
}

/** Refuses the passwords that the settings form refuses. */
async function requireGood(db: OpenDatabase['db'], config: Config, password: string): Promise<void> {
  const owner = await findOwner(db);
  if (!owner) return;
  const { siteName } = await createSettingsService({
    ...{ db, clock: systemClock, defaults: defaultSettings(config) },
    tell: () => {},
  }).get();
  try {
    await createPasswordRules(createKnownPasswords()).check(password, { ...owner, siteName });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function reset(config: Config, { password, isWithoutFactors }: Request): Promise<number> {
  const database = openDatabase(path.join(config.DATA_DIR, DATABASE_FILE));
  try {
    if (password !== undefined) await requireGood(database.db, config, password);
    const login = await resetOwnerPassword({
      db: database.db,
      clock: systemClock,
      passwords: argon2Passwords,
      password,
      isWithoutFactors,
    });
    if (!login) throw new UsageError(`The site in ${config.DATA_DIR} has no account yet. Start it with npm start.`);
    console.log(`  e-mail    ${login.email}`);
    console.log(`  password  ${password === undefined ? login.password : '(the one you named)'}`);
    if (password === undefined) console.log(MADE_UP_NOTE);
    console.log('Every session is signed out.');
    if (isWithoutFactors)
      console.log('The password alone signs in: authenticator app, passkeys and recovery codes are off.');
    return 0;
  } finally {
    await database.close();
  }
}

await runCommand(async () => {
  const request = readRequest();
  if (request.isHelp) {
    console.log(USAGE);
    return 0;
  }
  const config = readConfig(process.env);
  if (!hasSite(config)) {
    throw new UsageError(`There is no site in ${config.DATA_DIR}. Set DATA_DIR, or start one with npm start.`);
  }
  return reset(config, request);
});
