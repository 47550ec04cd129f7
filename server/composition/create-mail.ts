import { createSmtpMailer } from '#server/adapters/letters/smtp-mailer.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Config } from '#server/config.ts';
import { flushed } from '#server/db/flushed.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { SettingsService } from '#server/services/settings.ts';

/** The means by which the site sends mail, to its owner and in its name. */
export interface SiteMail {
  /** Undefined where there is no mail server. */
  mailer: Mailer | undefined;
  /** Returns the owner's address. It is asked for each mail, because the owner may change it. */
  ownerAddress(): Promise<string>;
  siteName(): Promise<string>;
}

/** Creates the mail of the configured mail server. */
export function createSiteMail(config: Config, settings: SettingsService, db: Executor): SiteMail {
  const configured = config.CONTACT_TO ?? config.CONTACT_SUPPORT_EMAIL;
  return {
    mailer: config.SMTP_URL
      ? afterFlush(createSmtpMailer(config.SMTP_URL, config.MAIL_FROM ?? configured), db)
      : undefined,
    ownerAddress: async () => config.CONTACT_TO || (await settings.get()).contact.support || configured,
    siteName: async () => (await settings.get()).siteName,
  };
}

/** Sends a mail when what it tells of, for example the link in it, is on the disk. */
function afterFlush(mailer: Mailer, db: Executor): Mailer {
  return {
    async send(mail) {
      await flushed(db);
      await mailer.send(mail);
    },
    close: () => mailer.close(),
  };
}
