import { z } from 'zod';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { DEFAULT_STYLE, POST_EMPHASIS, POST_PICTURES, type PostStyle } from '#shared/kernel/post-style.ts';
import { MODEL_NOTES } from '#shared/kernel/provenance.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { keepInHistory } from './history/keep.ts';
import { findSetting, setSetting } from './settings.ts';

const KEY = 'site';

/** The site's settings as the owner has set them; absent settings follow the configuration. */
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
  modelNote: z.enum(MODEL_NOTES).optional(),
});
export type SiteSettings = z.output<typeof siteSettings>;

/** The settings that the owner has set; settings never set are absent. */
export async function findSiteSettings(ex: Executor): Promise<SiteSettings> {
  return (await findSetting(ex, KEY, siteSettings)) ?? {};
}

/** The style in which posts are shown. */
export async function findPostStyle(ex: Executor): Promise<PostStyle> {
  const { postPictures: pictures, postEmphasis: emphasis } = await findSiteSettings(ex);
  return { pictures: pictures ?? DEFAULT_STYLE.pictures, emphasis: emphasis ?? DEFAULT_STYLE.emphasis };
}

/** Changes the given settings; the others stay. `now` in milliseconds since 1970. */
export async function changeSiteSettings(ex: Executor, changes: SiteSettings, now: number): Promise<SiteSettings> {
  return atomically(ex, async (trx) => {
    const before = await findSiteSettings(trx);
    const contact = { ...before.contact, ...given(changes.contact ?? {}) };
    return store(trx, before, { ...before, ...given(changes), contact }, now);
  });
}

/** The labels of the settings, by their names. */
const settingNames = {
  siteName: 'Site name',
  tagline: 'Tagline',
  'contact.support': 'Support address',
  'contact.partnerships': 'Partnerships address',
  'contact.submissions': 'Submissions address',
  postPictures: 'Pictures in posts',
  postEmphasis: 'Bold and italics',
  modelNote: 'Note on AI',
} as const;
export type SettingName = keyof typeof settingNames;
const allSettings = Object.keys(settingNames) as SettingName[];

/** The owner's settings by name; null for a setting that was never set. */
export async function findSettingsByName(ex: Executor): Promise<Record<SettingName, string | null>> {
  return flat(await findSiteSettings(ex));
}

/** The label of a setting; its name when this program does not know the setting. */
export function settingLabel(name: string): string {
  return allSettings.find((each) => each === name) === undefined ? name : settingNames[name as SettingName];
}

/** Settings by name; null resets a setting to the configuration. */
export type FormerSettings = Readonly<Record<string, string | null>>;

/**
 * Gives these settings their former values; the others stay. Throws AppError `history_gone` for values that no setting
 * can have.
 */
export async function restoreSiteSettings(ex: Executor, former: FormerSettings, now: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const before = await findSiteSettings(trx);
    const { contact, ...rest } = nested({ ...flat(before), ...former });
    const { success, data } = siteSettings.safeParse({ ...rest, contact });
    if (!success) throw new AppError('history_gone');
    await store(trx, before, data, now);
  });
}

async function store(trx: Executor, before: SiteSettings, after: SiteSettings, now: number): Promise<SiteSettings> {
  const [had, has] = [flat(before), flat(after)];
  const changed = allSettings.filter((name) => had[name] !== has[name]);
  if (changed.length === 0) return after;
  await setSetting(trx, KEY, after, now);
  const name = changed.map((each) => settingNames[each]).join(', ');
  const state = { was: 'replaced' as const, fields: recordOf(changed, (each) => [each, had[each]]) };
  await keepInHistory(trx, { kind: 'settings', action: 'replaced', subject: KEY, name, state }, now);
  return after;
}

function flat({ contact = {}, ...settings }: SiteSettings): Record<SettingName, string | null> {
  const { support, partnerships, submissions } = contact;
  const named: Partial<Record<SettingName, string | undefined>> = {
    ...settings,
    ...{ 'contact.support': support, 'contact.partnerships': partnerships, 'contact.submissions': submissions },
  };
  return recordOf(allSettings, (name) => [name, named[name] ?? null]);
}

function nested(settings: FormerSettings): Record<string, unknown> {
  const set = (name: SettingName) => settings[name] ?? undefined;
  const { siteName, tagline, postPictures, postEmphasis, modelNote } = recordOf(allSettings, (name) => [
    name,
    set(name),
  ]);
  const contact = given({
    support: set('contact.support'),
    partnerships: set('contact.partnerships'),
    submissions: set('contact.submissions'),
  });
  const addresses = Object.keys(contact).length === 0 ? undefined : contact;
  return given({ siteName, tagline, postPictures, postEmphasis, modelNote, contact: addresses });
}

/** The changes without undefined values, which would hide stored ones. */
function given<T extends object>(changes: T): Partial<T> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as Partial<T>;
}
