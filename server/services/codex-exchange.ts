import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { findSiteId } from '#server/repositories/settings.ts';
import { findDocuments } from '#server/repositories/workspace-documents.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Codex, readCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createCodexService } from './codices.ts';
import { createWorkspaceService, type WorkspaceService } from './workspace/index.ts';

// What an export holds of codices, and how an import brings it: commands work beside the server, or without it.

/** A codex outside of the site, where its category is known by its slug. */
export interface ExportedCodex {
  category: string;
  codex: Codex;
}

/** What counts of every codex. */
export function exportedCodices(db: Executor, clock: Clock): Promise<ExportedCodex[]> {
  return withWorkspace(db, clock, async (workspace) => {
    const categories = { list: () => listCategories(db, clock.now()) };
    const list = await createCodexService({ db, workspace, categories }).list();
    return list.flatMap(({ category, fields, fault }) =>
      fault === null ? [{ category: category.slug, codex: fields }] : [],
    );
  });
}

/**
 * Brings the codices of an export in: answers how many, and why others stay out. A category that has one keeps it.
 */
export async function bringCodices(
  { db, clock, isDryRun }: { db: Executor; clock: Clock; isDryRun: boolean },
  exported: readonly { category: string; codex: unknown }[],
): Promise<{ brought: number; refused: string[] }> {
  if (exported.length === 0) return { brought: 0, refused: [] };
  const ids = new Map((await listCategories(db, clock.now())).map(({ slug, id }) => [slug, id]));
  return withWorkspace(db, clock, async (workspace, siteId) => {
    let brought = 0;
    const refused: string[] = [];
    for (const { category, codex: given } of exported) {
      const codex = readCodex(given);
      const categoryId = ids.get(category);
      // A category that a trial run has not made has no id yet.
      if (codex === null || (categoryId === undefined && !isDryRun)) {
        refused.push(
          codex === null
            ? `The codex of “${category}” ${NO_CODEX}`
            : `There is no category “${category}”, which a codex is for`,
        );
        continue;
      }
      const documentId = codexDocumentId(categoryId ?? 0);
      if ((await findDocuments(db, [documentId])).has(documentId)) continue;
      if (!isDryRun) {
        const update = Buffer.from(newCodex(documentId, codex, clock.now())).toString('base64');
        const change = { type: 'update', id: randomUUID(), documentId, kind: 'codex', update } as const;
        await workspace.push({ siteId, updates: [change] });
      }
      brought += 1;
    }
    return { brought, refused };
  });
}

const NO_CODEX = 'cannot be read, or is more than a codex may hold';

function newCodex(id: string, codex: Codex, now: number): Uint8Array {
  const document = openDocument({ id, kind: 'codex' });
  typeCodex(document, codex, (place) => String(place).padStart(3, '0'));
  saveCodex(document, randomUUID(), { at: now, note: 'Brought in by an import' });
  document.touch(now);
  return document.encode();
}

async function withWorkspace<Value>(
  db: Executor,
  clock: Clock,
  work: (workspace: WorkspaceService, siteId: string) => Promise<Value>,
): Promise<Value> {
  const siteId = (await findSiteId(db)) ?? '';
  const onError = (error: unknown) => console.error('A document could not be folded; it is kept as it is', error);
  const workspace = createWorkspaceService({ db, clock, siteId, onError });
  try {
    return await work(workspace, siteId);
  } finally {
    await workspace.close();
  }
}
