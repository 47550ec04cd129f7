import type { Settings } from '#shared/contract/settings.ts';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import type { Config } from './config.ts';
import type { PageCache } from './http/page-cache.ts';
import type { SettingsService } from './services/settings.ts';
import type { SiteInfo } from './site/site-data.ts';
import { termsPage } from './site/texts/terms.ts';
import { placeholdersOf } from './site/texts/text-section.ts';

const TAGLINE = 'Expert insights and stories across technology, lifestyle, business, travel and health.';

/** Returns the settings that apply where the owner has set nothing. */
export function defaultSettings(config: Config): Settings {
  return {
    siteName: config.SITE_NAME,
    tagline: TAGLINE,
    contact: {
      support: config.CONTACT_SUPPORT_EMAIL,
      partnerships: config.CONTACT_PARTNERSHIPS_EMAIL,
      submissions: config.CONTACT_SUBMISSIONS_EMAIL,
    },
    postPictures: DEFAULT_STYLE.pictures,
    postEmphasis: DEFAULT_STYLE.emphasis,
    modelNote: 'hide',
    termsPlaceholders: placeholdersOf(termsPage),
  };
}

/** Returns the information about a site with these settings that every page shows. */
export function siteInfoOf(config: Config, { siteName, tagline, contact }: Settings): SiteInfo {
  return {
    url: config.SITE_URL,
    name: siteName,
    tagline,
    contact,
    hasLetters: config.hasLetters,
    analyticsId: config.ANALYTICS_ID ?? null,
  };
}

/**
 * Creates the function that returns the current information about the site for every page. It is read again once the
 * generation of the pages has risen, and every change of the settings raises it. `writer` is that of {@link SiteInfo}.
 */
export function createSiteInfo(
  { config, writer }: { config: Config; writer: string | undefined },
  settings: SettingsService,
  cache: PageCache,
): () => Promise<SiteInfo> {
  let cached: { generation: number; info: Promise<SiteInfo> } | undefined;
  const read = async () => ({
    ...siteInfoOf(config, await settings.get()),
    ...(writer !== undefined && { writer }),
  });
  return () => {
    const { generation } = cache;
    if (cached?.generation === generation) return cached.info;
    const info = read();
    const mine = { generation, info };
    cached = mine;
    info.catch(() => {
      // A failed read is not cached; its callers receive the error.
      if (cached === mine) cached = undefined;
    });
    return info;
  };
}
