import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { DEFAULT_STYLE, POST_EMPHASIS, POST_PICTURES, type PostStyle } from '#shared/kernel/post-style.ts';
import { findSetting, setSetting } from './settings.ts';

const KEY = 'site';

/** What the owner has set of the site's settings; what is absent follows the configuration. */
const siteSettings = z.object({
  siteName: z.string().optional(),
  tagline: z.string().optional(),
  contact: z
    .object({
      support: z.string().optional(),
      partnerships: z.string().optional(),
      submissions: z.string().optional(),
    })
    .optional(),
  postPictures: z.enum(POST_PICTURES).optional(),
  postEmphasis: z.enum(POST_EMPHASIS).optional(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** What the owner has set; what was never set is absent. */
export async function findSiteSettings(ex: Executor): Promise<SiteSettings> {
  return (await findSetting(ex, KEY, siteSettings)) ?? {};
}

/** How posts are shown. */
export async function findPostStyle(ex: Executor): Promise<PostStyle> {
  const { postPictures: pictures, postEmphasis: emphasis } = await findSiteSettings(ex);
  return { pictures: pictures ?? DEFAULT_STYLE.pictures, emphasis: emphasis ?? DEFAULT_STYLE.emphasis };
}

/** Changes what is given; the rest stays. `now` in milliseconds since 1970. */
export async function changeSiteSettings(ex: Executor, changes: SiteSettings, now: number): Promise<SiteSettings> {
  return atomically(ex, async (trx) => {
    const before = await findSiteSettings(trx);
    const contact = { ...before.contact, ...given(changes.contact ?? {}) };
    const after = { ...before, ...given(changes), contact };
    await setSetting(trx, KEY, after, now);
    return after;
  });
}

/** Without what is undefined, which would hide what is stored. */
function given<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;
}
