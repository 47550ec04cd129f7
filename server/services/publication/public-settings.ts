import { z } from 'zod';

/**
 * What of the writer's configuration its pages show to everybody. It travels with each publication, so that the pages of
 * all readers are the same to the byte, and no machine has to be told twice.
 */
export const publicSettings = z.object({
  SITE_URL: z.string(),
  SITE_NAME: z.string(),
  CONTACT_SUPPORT_EMAIL: z.string(),
  CONTACT_PARTNERSHIPS_EMAIL: z.string(),
  CONTACT_SUBMISSIONS_EMAIL: z.string(),
  HSTS_SUBDOMAINS: z.boolean(),
  /** Whether readers can be sent letters. */
  hasLetters: z.boolean(),
  ANALYTICS_ID: z.string().optional(),
  SECURITY_CONTACT: z.string().optional(),
  /** The protocol has every site show its key. */
  INDEXNOW_KEY: z.string().optional(),
  WEBSUB_HUB: z.string().optional(),
});
export type PublicSettings = z.output<typeof publicSettings>;

/** Takes them out of a configuration, and nothing else. */
export function publicSettingsOf(config: PublicSettings): PublicSettings {
  return publicSettings.parse(config);
}

/** A configuration with them instead of its own. */
export function withPublicSettings<C extends PublicSettings>(config: C, settings: PublicSettings | undefined): C {
  if (!settings) return config;
  const none = { ANALYTICS_ID: undefined, SECURITY_CONTACT: undefined, INDEXNOW_KEY: undefined, WEBSUB_HUB: undefined };
  return { ...config, ...none, ...settings };
}
