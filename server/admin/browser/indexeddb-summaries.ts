import { type DraftSummary, draftSummary } from '#shared/contract/workspace.ts';
import { isGeneratedDraft } from '#shared/workspace/post-draft.ts';
import { summaryOf } from '#shared/workspace/summaries/draft-summary.ts';
import { deletionsOf, updatesOf } from './indexeddb-exchange.ts';
import type { Work } from './indexeddb-schema.ts';

/** The number of drafts that are opened in one transaction: between two transactions the page can do other work. */
export const AT_ONCE = 40;

/**
 * Returns the stored summaries of the living drafts, and the ids of drafts that have changed since and so have none.
 */
export async function summariesIn(transaction: Work): Promise<{ known: DraftSummary[]; unknown: string[] }> {
  const rows = await transaction.objectStore('documents').getAll();
  const summaries = await transaction.objectStore('summaries').getAll();
  const removed = await removedIn(transaction);
  const byId = new Map(summaries.map((row) => [row.id, draftSummary.safeParse(row).data]));
  const known: DraftSummary[] = [];
  const unknown: string[] = [];
  for (const { id, kind } of rows) {
    if (kind !== 'draft' || removed.has(id) || isGeneratedDraft(id)) continue;
    const summary = byId.get(id);
    if (summary) known.push(summary);
    else unknown.push(id);
  }
  return { known, unknown };
}

/**
 * Makes and stores summaries. Reading and writing happen in one transaction: no change of another tab comes between the
 * two.
 */
export async function makeSummaries(transaction: Work, ids: readonly string[]): Promise<DraftSummary[]> {
  const made: DraftSummary[] = [];
  for (const id of ids) {
    const summary = summaryOf(id, await updatesOf(transaction, id));
    await transaction.objectStore('summaries').put(summary);
    made.push(summary);
  }
  return made;
}

async function removedIn(transaction: Work): Promise<Set<string>> {
  const rows = await transaction.objectStore('tombstones').getAll();
  const removed = await Promise.all(
    rows.map(async ({ id }) => ((await deletionsOf(transaction, id)).length > 0 ? [id] : [])),
  );
  return new Set(removed.flat());
}
