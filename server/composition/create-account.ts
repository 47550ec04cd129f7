import { createKnownPasswords } from '#server/adapters/known-passwords.ts';
import { argon2Passwords } from '#server/adapters/passwords.ts';
import { createAuthService } from '#server/services/auth.ts';
import { createDeviceKeys } from '#server/services/device-keys.ts';
import { createAccountNotices } from '#server/services/passwords/account-notices.ts';
import { createPasswordReset } from '#server/services/passwords/password-reset.ts';
import { createPasswordRules } from '#server/services/passwords/password-rules.ts';
import { createApiTokenService } from '#server/services/programs/api-tokens.ts';
import { createSecondFactors, hasSecondFactor } from '#server/services/second-factors/index.ts';
import { createSessionService } from '#server/services/sessions.ts';
import type { SiteMail } from './create-mail.ts';
import type { RoomOptions } from './service-options.ts';

/** Creates the services of the owner's account: signing in, the means for it, and the notices of changes. */
export function createAccount(options: RoomOptions, { mailer, ownerAddress, siteName }: SiteMail) {
  const { config, clock, db, failed, sessionSecret, passwords = argon2Passwords } = options;
  const mail = mailer && { mailer, replyTo: ownerAddress };
  const site = { url: config.WRITER_URL, name: siteName };
  const rules = createPasswordRules(createKnownPasswords());
  const devices = createDeviceKeys(sessionSecret);
  const notices = createAccountNotices({
    ...{ clock, mail, site },
    onError: failed('the owner could not be told by mail that the account was changed'),
  });
  return {
    notices,
    passwordReset: createPasswordReset({
      ...{ db, clock, passwords, rules, notices, mail, site },
      onError: failed('a link for a new password could not be mailed'),
    }),
    auth: createAuthService({
      ...{ db, clock, passwords, devices, rules, siteName, notices },
      hasSecondFactor: (adminId) => hasSecondFactor(db, adminId),
    }),
    secondFactors: createSecondFactors({
      ...{ db, clock, devices, passwords, notices },
      sealingSecret: config.AI_KEY_SECRET ?? sessionSecret,
    }),
    sessions: createSessionService({ db, clock }),
    apiTokens: createApiTokenService({ db, clock }),
  };
}
