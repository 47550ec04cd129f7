import { z } from 'zod';

/**
 * The part of the writer's configuration that its pages show to everybody. It is part of each publication, so that the
 * pages of all readers are identical to the byte, and no machine has to be configured twice.
 */
export const publicSettings = z.object({
  SITE_URL: z.string(),
  SITE_NAME: z.string(),
  CONTACT_SUPPORT_EMAIL: z.string(),
  CONTACT_PARTNERSHIPS_EMAIL: z.string(),
  CONTACT_SUBMISSIONS_EMAIL: z.string(),
  HSTS_SUBDOMAINS: z.boolean(),
  /** Whether readers can subscribe to letters. */
  hasLetters: z.boolean(),
  ANALYTICS_ID: z.string().optional(),
  SECURITY_CONTACT: z.string().optional(),
  /** The protocol requires every site to show its key. */
  INDEXNOW_KEY: z.string().optional(),
  WEBSUB_HUB: z.string().optional(),
});
export type PublicSettings = z.output<typeof publicSettings>;

/** Extracts only these settings from a configuration. */
export function publicSettingsOf(config: PublicSettings): PublicSettings {
  return publicSettings.parse(config);
}

/** A configuration with these settings instead of its own. */
export function withPublicSettings<C extends PublicSettings>(config: C, settings: PublicSettings | undefined): C {
  if (!settings) return config;
  const none = { ANALYTICS_ID: undefined, SECURITY_CONTACT: undefined, INDEXNOW_KEY: undefined, WEBSUB_HUB: undefined };
  return { ...config, ...none, ...settings };
}
