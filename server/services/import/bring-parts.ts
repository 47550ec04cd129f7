import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import { findAuthorBySlug } from '#server/repositories/authors.ts';
import {
  bringFormerSlug,
  bringPrompt,
  bringSubscriber,
  bringSuppressed,
  hasOwnPrompt,
  isAddressSettled,
  isSlugInUse,
} from '#server/repositories/brought-rows.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { changeSiteSettings, findSiteSettings, type SiteSettings } from '#server/repositories/site-settings.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { findOrCreateTags, findTagBySlug } from '#server/repositories/tags.ts';
import { emailField, stepId } from '#shared/contract/fields.ts';
import { promptText } from '#shared/contract/prompts.ts';
import { tagName } from '#shared/contract/tags.ts';
import type { Manifest } from '../export/export-manifest.ts';
import type { ExportedPrompt, ExportedSubscriber } from '../export/exported-parts.ts';

/** What an import brought of an export beside its posts, and with a trial run would bring. */
export interface BroughtParts {
  tags: number;
  formerAddresses: number;
  prompts: number;
  settings: number;
  subscribers: number;
}

export const nothingBrought: BroughtParts = { tags: 0, formerAddresses: 0, prompts: 0, settings: 0, subscribers: 0 };

interface BringOptions {
  db: Executor;
  /** Milliseconds since 1970. */
  now: number;
  isDryRun: boolean;
}

/**
 * Brings what an export says of its site beside the posts, which are here already. What the owner has here stays: it is
 * added to and never replaced, so that a second run brings nothing. What no export of ours holds stays out.
 */
export async function bringParts(options: BringOptions, manifest: Manifest): Promise<Omit<BroughtParts, 'tags'>> {
  return {
    formerAddresses: await bringFormerAddresses(options, manifest.formerAddresses),
    prompts: await bringPrompts(options, manifest.prompts),
    settings: await bringSettings(options, manifest.settings),
    subscribers: await bringSubscribers(options, manifest),
  };
}

/** Tags that are not here. To be brought before the posts, which would make those they have. */
export async function bringTags({ db, isDryRun }: BringOptions, tags: Manifest['tags']): Promise<number> {
  let brought = 0;
  for (const { name } of tags) {
    const known = tagName.safeParse(name);
    if (!known.success || (await findTagBySlug(db, tagSlug(known.data)))) continue;
    if (!isDryRun) await findOrCreateTags(db, [known.data]);
    brought += 1;
  }
  return brought;
}

/** An address that is in use here stays with what has it. */
async function bringFormerAddresses(
  { db, now, isDryRun }: BringOptions,
  former: Manifest['formerAddresses'],
): Promise<number> {
  let brought = 0;
  for (const kind of ['posts', 'tags', 'authors'] as const) {
    for (const { slug, to } of former[kind]) {
      if (slug === '' || slug.length > 300 || /[/\s]/.test(slug) || (await isSlugInUse(db, kind, slug))) continue;
      if (isDryRun || (await bringFormerSlug(db, kind, { slug, to, at: isoTime(now) }))) brought += 1;
    }
  }
  return brought;
}

/** Prompts of the owner's there, of steps the owner has not written a prompt for here. */
async function bringPrompts({ db, isDryRun }: BringOptions, prompts: readonly ExportedPrompt[]): Promise<number> {
  let brought = 0;
  for (const prompt of prompts) {
    if (!isOwn(prompt) || !isUsable(prompt) || (await hasOwnPrompt(db, prompt.step))) continue;
    if (!isDryRun) await bringPrompt(db, prompt);
    brought += 1;
  }
  return brought;
}

const isOwn = ({ isDefault, versions }: ExportedPrompt) => !isDefault || versions.some((each) => !each.isDefault);

function isUsable({ step, prompt, versions }: ExportedPrompt): boolean {
  const texts = [prompt, ...versions.map((version) => version.prompt)];
  const numbers = new Set(versions.map(({ number }) => number));
  return (
    stepId.safeParse(step).success &&
    texts.every((text) => promptText.safeParse(text).success) &&
    numbers.size === versions.length
  );
}

/** Settings that are not set here; the rest stays as it is. */
async function bringSettings({ db, now, isDryRun }: BringOptions, exported: Manifest['settings']): Promise<number> {
  const here = await findSiteSettings(db);
  const { contact = {}, ...others } = exported;
  const missing = withoutKnown(others, here);
  const addresses = withoutKnown(contact, here.contact ?? {});
  const count = Object.keys(missing).length + Object.keys(addresses).length;
  const changes: SiteSettings = count === Object.keys(missing).length ? missing : { ...missing, contact: addresses };
  if (count > 0 && !isDryRun) await changeSiteSettings(db, changes, now);
  return count;
}

function withoutKnown<Settings extends object>(exported: Settings, here: object): Partial<Settings> {
  const known = new Set(Object.entries(here).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const missing = Object.entries(exported).filter(([name, value]) => value !== undefined && !known.has(name));
  return Object.fromEntries(missing) as Partial<Settings>;
}

/** Those whose addresses are not here, and may be written to. */
async function bringSubscribers(
  { db, now, isDryRun }: BringOptions,
  { subscribers, suppressed }: Manifest,
): Promise<number> {
  if (!isDryRun) for (const row of suppressed) await bringSuppressed(db, row);
  const idOf = await openTopics(db, now);
  let brought = 0;
  for (const subscriber of subscribers) {
    const email = emailField('').safeParse(subscriber.email);
    const isKey = subscriber.linkKey === null || /^[\w-]{16,100}$/.test(subscriber.linkKey);
    if (!email.success || !isKey || (await isAddressSettled(db, email.data))) continue;
    const topics = [];
    for (const { kind, slug } of subscriber.topics) {
      const targetId = await idOf(kind, slug);
      if (targetId !== null) topics.push({ kind, targetId });
    }
    const name = subscriber.name?.slice(0, 200) ?? null;
    if (!isDryRun) await bringSubscriber(db, { ...subscriber, email: email.data, name, topics });
    brought += 1;
  }
  return brought;
}

type Topic = ExportedSubscriber['topics'][number];

/** The id of what somebody follows, by its slug; null where there is no such thing here. */
async function openTopics(
  db: Executor,
  now: number,
): Promise<(kind: Topic['kind'], slug: string) => Promise<number | null>> {
  const categories = new Map((await listCategories(db, now)).map(({ slug, id }) => [slug, id]));
  return async (kind, slug) => {
    if (kind === 'site') return 0;
    if (kind === 'category') return categories.get(slug) ?? null;
    if (kind === 'tag') return (await findTagBySlug(db, slug))?.id ?? null;
    return (await findAuthorBySlug(db, slug, now))?.id ?? null;
  };
}
