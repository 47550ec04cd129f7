import { z } from 'zod';

/** What tests need to know of a started site. */
const siteSchema = z.object({ url: z.url(), dataFolder: z.string() });
export type Site = z.output<typeof siteSchema>;

export type SiteName = 'full' | 'small';

/** Global setup tells the workers, which are other processes, through the environment. */
export const SITE_VARIABLES = { full: 'NINEFOLD_E2E_FULL', small: 'NINEFOLD_E2E_SMALL' } as const;

/** Measurement id of the small site; the full one has none. */
export const ANALYTICS_ID = 'G-TEST12345';

/** A site that global setup has started. */
export function siteNamed(name: SiteName): Site {
  return siteSchema.parse(JSON.parse(process.env[SITE_VARIABLES[name]] ?? 'null'));
}
