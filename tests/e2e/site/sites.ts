import { z } from 'zod';

/** The data that tests need about a started site. */
const siteSchema = z.object({ url: z.url(), dataFolder: z.string() });
export type Site = z.output<typeof siteSchema>;

export type SiteName = 'full' | 'small';

/** Global setup passes these to the workers, which are other processes, in the environment. */
export const SITE_VARIABLES = { full: 'NINEFOLD_E2E_FULL', small: 'NINEFOLD_E2E_SMALL' } as const;

/** The measurement id of the small site; the full site has none. */
export const ANALYTICS_ID = 'G-TEST12345';

/** Returns a site that global setup has started. */
export function siteNamed(name: SiteName): Site {
  return siteSchema.parse(JSON.parse(process.env[SITE_VARIABLES[name]] ?? 'null'));
}
