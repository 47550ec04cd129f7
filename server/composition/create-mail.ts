import { createSmtpMailer } from '#server/adapters/letters/smtp-mailer.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Config } from '#server/config.ts';
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
export function createSiteMail(config: Config, settings: SettingsService): SiteMail {
  const configured = config.CONTACT_TO ?? config.CONTACT_SUPPORT_EMAIL;
  return {
    mailer: config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM ?? configured) : undefined,
    ownerAddress: async () => config.CONTACT_TO || (await settings.get()).contact.support || configured,
    siteName: async () => (await settings.get()).siteName,
  };
}
