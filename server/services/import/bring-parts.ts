import { isoTime } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { findAuthorBySlug } from '#server/repositories/authors.ts';
import {
  bringFormerSlug,
  bringSubscriber,
  bringSuppressed,
  type FormerKind,
  hasOwnPrompt,
  isAddressSettled,
  isSlugInUse,
  suppressionText,
} from '#server/repositories/brought-rows.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { promptHash, readPromptState, writePromptState } from '#server/repositories/imports/prompt-state.ts';
import {
  changeSiteSettings,
  findSettingsByName,
  findSiteSettings,
  type SiteSettings,
} from '#server/repositories/site-settings.ts';
import { subscriptionText } from '#server/repositories/subscribers/bring-subscribers.ts';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { findOrCreateTags, findTagBySlug } from '#server/repositories/tags.ts';
import { emailField, stepId } from '#shared/contract/fields.ts';
import { promptText } from '#shared/contract/prompts.ts';
import { tagName } from '#shared/contract/tags.ts';
import type { Manifest } from '../export/export-manifest.ts';
import type { ExportedPrompt, ExportedSubscriber } from '../export/exported-parts.ts';
import type { ImportLedger } from './import-ledger.ts';
import type { BroughtParts } from './import-report.ts';

interface BringOptions {
  db: Executor;
  /** Milliseconds since 1970. */
  now: number;
  isDryRun: boolean;
  /** Where the additions are recorded; a dry run records nothing. */
  ledger?: ImportLedger | undefined;
}

/**
 * Adds the data of an export besides the posts, which are imported already. Existing data of this site stays: data is
 * added and never replaced, so that a second run adds nothing. Values that no export of ours contains are skipped.
 */
export async function bringParts(options: BringOptions, manifest: Manifest): Promise<Omit<BroughtParts, 'tags'>> {
  return {
    formerAddresses: await bringFormerAddresses(options, manifest.formerAddresses),
    prompts: await bringPrompts(options, manifest.prompts),
    settings: await bringSettings(options, manifest.settings),
    subscribers: await bringSubscribers(options, manifest),
  };
}

/**
 * Adds the tags that this site lacks. To be called before the posts are imported, because they would create the tags
 * they have.
 */
export async function bringTags({ db, isDryRun, ledger }: BringOptions, tags: Manifest['tags']): Promise<number> {
  let brought = 0;
  for (const { name } of tags) {
    const known = tagName.safeParse(name);
    if (!known.success || (await findTagBySlug(db, tagSlug(known.data)))) continue;
    if (!isDryRun) {
      await atomically(db, async (trx) => {
        for (const { id } of await findOrCreateTags(trx, [known.data])) await ledger?.made(trx, 'tag', id);
      });
    }
    brought += 1;
  }
  return brought;
}

/** A former slug that is in use on this site stays with its current owner. */
async function bringFormerAddresses(
  { db, now, isDryRun, ledger }: BringOptions,
  former: Manifest['formerAddresses'],
): Promise<number> {
  const bring = (kind: FormerKind, { slug, to }: { slug: string; to: string }) =>
    atomically(db, async (trx) => {
      const id = await bringFormerSlug(trx, kind, { slug, to, at: isoTime(now) });
      if (id !== null) await ledger?.made(trx, 'former-address', `${kind}/${slug}`, String(id));
      return id !== null;
    });
  let brought = 0;
  for (const kind of ['posts', 'tags', 'authors'] as const) {
    for (const { slug, to } of former[kind]) {
      if (slug === '' || slug.length > 300 || /[/\s]/.test(slug) || (await isSlugInUse(db, kind, slug))) continue;
      if (isDryRun || (await bring(kind, { slug, to }))) brought += 1;
    }
  }
  return brought;
}

/** Adds the owner's own prompts from the export, for steps for which the owner has written no prompt here. */
async function bringPrompts(
  { db, isDryRun, ledger }: BringOptions,
  prompts: readonly ExportedPrompt[],
): Promise<number> {
  let brought = 0;
  for (const prompt of prompts) {
    if (!isOwn(prompt) || !isUsable(prompt) || (await hasOwnPrompt(db, prompt.step))) continue;
    if (!isDryRun) await bringPrompt(db, prompt, ledger);
    brought += 1;
  }
  return brought;
}

async function bringPrompt(
  db: Executor,
  { step, versions, ...prompt }: ExportedPrompt,
  ledger: ImportLedger | undefined,
): Promise<void> {
  await atomically(db, async (trx) => {
    const before = await readPromptState(trx, step);
    const updatedAt = versions.at(-1)?.createdAt ?? isoTime(0);
    await writePromptState(trx, step, { now: { ...prompt, updatedAt }, versions });
    const said = promptHash(await readPromptState(trx, step));
    await ledger?.changed(trx, 'prompt', step, { said, before: JSON.stringify(before) });
  });
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

/** Adds the settings that are not set here; the others stay as they are. */
async function bringSettings(
  { db, now, isDryRun, ledger }: BringOptions,
  exported: Manifest['settings'],
): Promise<number> {
  const here = await findSiteSettings(db);
  const { contact = {}, ...others } = exported;
  const missing = withoutKnown(others, here);
  const addresses = withoutKnown(contact, here.contact ?? {});
  const count = Object.keys(missing).length + Object.keys(addresses).length;
  const changes: SiteSettings = count === Object.keys(missing).length ? missing : { ...missing, contact: addresses };
  if (count === 0 || isDryRun) return count;
  await atomically(db, async (trx) => {
    const before = await findSettingsByName(trx);
    await changeSiteSettings(trx, changes, now);
    for (const [name, value] of Object.entries(await findSettingsByName(trx))) {
      if (value !== null && value !== before[name as keyof typeof before])
        await ledger?.made(trx, 'setting', name, value);
    }
  });
  return count;
}

function withoutKnown<Settings extends object>(exported: Settings, here: object): Partial<Settings> {
  const known = new Set(Object.entries(here).flatMap(([name, value]) => (value === undefined ? [] : [name])));
  const missing = Object.entries(exported).filter(([name, value]) => value !== undefined && !known.has(name));
  return Object.fromEntries(missing) as Partial<Settings>;
}

/** Adds the subscribers whose addresses are not known here and may receive mail. */
async function bringSubscribers(
  { db, now, isDryRun, ledger }: BringOptions,
  { subscribers, suppressed }: Manifest,
): Promise<number> {
  if (!isDryRun) for (const row of suppressed) await suppress(db, row, ledger);
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
    if (!isDryRun) await follow(db, { ...subscriber, email: email.data, name, topics }, ledger);
    brought += 1;
  }
  return brought;
}

async function suppress(
  db: Executor,
  row: Manifest['suppressed'][number],
  ledger: ImportLedger | undefined,
): Promise<void> {
  await atomically(db, async (trx) => {
    if (!(await bringSuppressed(trx, row))) return;
    await ledger?.made(trx, 'suppressed-address', row.addressHash, suppressionText(row));
  });
}

async function follow(
  db: Executor,
  subscriber: Parameters<typeof bringSubscriber>[1],
  ledger: ImportLedger | undefined,
): Promise<void> {
  await atomically(db, async (trx) => {
    const id = await bringSubscriber(trx, subscriber);
    await ledger?.made(trx, 'subscriber', id, (await subscriptionText(trx, id)) ?? '');
  });
}

type Topic = ExportedSubscriber['topics'][number];

/** Returns a function that finds the id of a topic by its slug; null when this site does not have the topic. */
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
