import type { Executor } from '#server/db/transaction.ts';
import {
  exportedPromptVersions,
  exportedSubscriberRows,
  exportedTopicRows,
  formerAuthorSlugs,
  formerPostSlugs,
  formerTagSlugs,
  suppressedAddressRows,
} from '#server/repositories/export-rows.ts';
import { listStoredPrompts } from '#server/repositories/prompt-templates.ts';
import { findSiteSettings } from '#server/repositories/site-settings.ts';
import { listTags } from '#server/repositories/tags.ts';
import type { HistoryOrigin } from '#shared/contract/history.ts';
import type { ExportedParts, ExportedPrompt, ExportedSubscriber } from './exported-parts.ts';

/** The parts of the site that an export contains besides its posts, in an order that depends only on their content. */
export async function readParts(db: Executor): Promise<ExportedParts> {
  return {
    settings: await findSiteSettings(db),
    tags: (await listTags(db)).map(({ name, slug }) => ({ name, slug })),
    formerAddresses: {
      posts: await formerPostSlugs(db),
      tags: await formerTagSlugs(db),
      authors: await formerAuthorSlugs(db),
    },
    prompts: await readPrompts(db),
    subscribers: await readSubscribers(db),
    suppressed: await suppressedAddressRows(db),
  };
}

async function readPrompts(db: Executor): Promise<ExportedPrompt[]> {
  const versions = Map.groupBy(await exportedPromptVersions(db), ({ step }) => step);
  const prompts = await listStoredPrompts(db);
  return prompts
    .toSorted((a, b) => (a.step < b.step ? -1 : 1))
    .map(({ version: _, ...prompt }) => ({
      ...prompt,
      versions: (versions.get(prompt.step) ?? []).map((row) => ({
        number: row.number,
        prompt: row.prompt,
        isDefault: row.is_default === 1,
        note: row.note,
        // Only values that `changeOrigin` returns were ever written.
        origin: { kind: row.origin as HistoryOrigin['kind'], device: row.device },
        createdAt: row.created_at,
      })),
    }));
}

async function readSubscribers(db: Executor): Promise<ExportedSubscriber[]> {
  const topics = Map.groupBy(await exportedTopicRows(db), ({ subscriberId }) => subscriberId);
  return (await exportedSubscriberRows(db)).map((row) => ({
    email: row.email,
    name: row.name,
    isSubscribed: row.subscribed === 1,
    source: row.source,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    linkKey: row.link_key,
    topics: (topics.get(row.id) ?? []).flatMap(({ kind, slug }) => (slug === null ? [] : [{ kind, slug }])),
  }));
}
