import type { Database } from 'better-sqlite3';
import { type DraftSummary, draftSummary } from '#shared/contract/workspace.ts';
import { GENERATED_DRAFT_PREFIX } from '#shared/workspace/post-draft.ts';
import { summaryOf } from '#shared/workspace/summaries/draft-summary.ts';
import type { DocumentRows } from './document-rows.ts';

/** The number of drafts opened before other work gets its turn. */
const AT_ONCE = 40;

/** The summaries of drafts that lists show: read from the table, and made for the drafts that have changed since. */
export interface DraftSummaries {
  all(): Promise<DraftSummary[]>;
}

/** `write` runs a transaction. */
export function createDraftSummaries(
  sqlite: Database,
  rows: Pick<DocumentRows, 'updates'>,
  write: (run: () => void) => Promise<void>,
): DraftSummaries {
  const listed = sqlite.prepare<[string], { id: string; summary: string | null }>(
    `select id, summary from documents left join draft_summaries on document_id = id
     where kind = 'draft' and substr(id, 1, ${GENERATED_DRAFT_PREFIX.length}) <> ?
       and id not in (select document_id from tombstones)`,
  );
  const put = sqlite.prepare('insert or replace into draft_summaries (document_id, summary) values (?, ?)');

  return {
    async all() {
      const found: DraftSummary[] = [];
      const unknown: string[] = [];
      for (const { id, summary } of listed.all(GENERATED_DRAFT_PREFIX)) {
        const known = summary === null ? undefined : draftSummary.safeParse(JSON.parse(summary)).data;
        if (known) found.push(known);
        else unknown.push(id);
      }
      for (let start = 0; start < unknown.length; start += AT_ONCE) {
        const made: DraftSummary[] = [];
        // Reading and writing share one transaction, so that no change comes between them.
        await write(() => {
          for (const id of unknown.slice(start, start + AT_ONCE)) {
            const summary = summaryOf(id, rows.updates(id));
            put.run(id, JSON.stringify(summary));
            made.push(summary);
          }
        });
        found.push(...made);
        await new Promise((resolve) => setImmediate(resolve));
      }
      return found;
    },
  };
}
