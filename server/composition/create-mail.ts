import { createSmtpMailer } from '#server/adapters/letters/smtp-mailer.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import type { Config } from '#server/config.ts';
import type { SettingsService } from '#server/services/settings.ts';

/** How the site writes mail, to its owner and in its name. */
export interface SiteMail {
  /** Undefined where there is no mail server. */
  mailer: Mailer | undefined;
  /** Where the owner gets mail: asked for each, the owner may change it. */
  ownerAddress(): Promise<string>;
  siteName(): Promise<string>;
}

/** The mail server of the configuration. */
export function createSiteMail(config: Config, settings: SettingsService): SiteMail {
  const configured = config.CONTACT_TO ?? config.CONTACT_SUPPORT_EMAIL;
  return {
    mailer: config.SMTP_URL ? createSmtpMailer(config.SMTP_URL, config.MAIL_FROM ?? configured) : undefined,
    ownerAddress: async () => config.CONTACT_TO || (await settings.get()).contact.support || configured,
    siteName: async () => (await settings.get()).siteName,
  };
}
