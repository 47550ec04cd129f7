import type { z } from 'zod';
import type { Executor } from '#server/db/transaction.ts';
import {
  changeSiteSettings,
  type FormerSettings,
  findSiteSettings,
  restoreSiteSettings,
  type SiteSettings,
} from '#server/repositories/site-settings.ts';
import type { Settings, settingsFields } from '#shared/contract/settings.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Events } from './events/site-events.ts';

export interface SettingsService {
  /** The owner's settings, which override the values of the configuration. */
  get(): Promise<Settings>;
  /** Changes the given settings; an empty contact address means that no address is shown. */
  update(changes: z.output<typeof settingsFields>): Promise<Settings>;
  /**
   * Gives settings their former values. Throws AppError `history_gone` for values that a setting can no longer have.
   */
  restore(former: FormerSettings): Promise<void>;
}

interface SettingsOptions {
  db: Executor;
  clock: Clock;
  /** The values that apply where the owner has set nothing. */
  defaults: Settings;
  tell: Events['tell'];
}

export function createSettingsService({ db, clock, defaults, tell }: SettingsOptions): SettingsService {
  const over = (set: SiteSettings): Settings => ({
    siteName: set.siteName ?? defaults.siteName,
    tagline: set.tagline ?? defaults.tagline,
    contact: {
      support: set.contact?.support ?? defaults.contact.support,
      partnerships: set.contact?.partnerships ?? defaults.contact.partnerships,
      submissions: set.contact?.submissions ?? defaults.contact.submissions,
    },
    postPictures: set.postPictures ?? defaults.postPictures,
    postEmphasis: set.postEmphasis ?? defaults.postEmphasis,
    modelNote: set.modelNote ?? defaults.modelNote,
    termsPlaceholders: defaults.termsPlaceholders,
  });
  return {
    get: async () => over(await findSiteSettings(db)),
    async update(changes) {
      const set = await changeSiteSettings(db, changes, clock.now());
      tell({ type: 'site-changed', what: 'settings' });
      return over(set);
    },
    async restore(former) {
      await restoreSiteSettings(db, former, clock.now());
      tell({ type: 'site-changed', what: 'settings' });
    },
  };
}
