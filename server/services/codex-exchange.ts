import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { findSiteId } from '#server/repositories/settings.ts';
import { findDocuments, findStoredRows } from '#server/repositories/workspace-documents.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { type Codex, readCodex } from '#shared/kernel/codex.ts';
import { type CodexDocument, codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { createCodexService } from './codices.ts';
import type { ImportLedger } from './import/import-ledger.ts';
import { createWorkspaceService, type WorkspaceService } from './workspace/index.ts';

// The codices that an export contains, and how an import adds them. It works for commands with and without a running
// server.

/** A codex outside the site, where its category is identified by its slug. */
export interface ExportedCodex {
  category: string;
  codex: Codex;
}

/** The current values of every codex that can be read. */
export function exportedCodices(db: Executor, clock: Clock): Promise<ExportedCodex[]> {
  return withWorkspace(db, clock, async (workspace) => {
    const categories = { list: () => listCategories(db, clock.now()) };
    const list = await createCodexService({ db, workspace, categories }).list();
    return list.flatMap(({ category, fields, fault }) =>
      fault === null ? [{ category: category.slug, codex: fields }] : [],
    );
  });
}

interface BringOptions {
  db: Executor;
  clock: Clock;
  isDryRun: boolean;
  /** Where each added codex is recorded. */
  ledger?: Pick<ImportLedger, 'made'> | undefined;
}

/**
 * Adds the codices of an export; returns how many it added, and why others were refused. A category that already has a
 * codex keeps its own.
 */
export async function bringCodices(
  { db, clock, isDryRun, ledger }: BringOptions,
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
      // A category that a dry run has not created has no id yet.
      if (codex === null || (categoryId === undefined && !isDryRun)) {
        refused.push(
          codex === null
            ? `The codex of “${category}” ${NO_CODEX}`
            : `There is no category “${category}”, which a codex is for`,
        );
        continue;
      }
      const documentId = codexDocumentId(categoryId ?? 0);
      const known = (await findDocuments(db, [documentId])).get(documentId);
      if (known && known.deletedAt === null) continue;
      if (!isDryRun) {
        const before = (await findStoredRows(db, [documentId], 'update')).get(documentId) ?? [];
        const update = base64(newCodex(openStoredCodex(documentId, before), codex, clock.now()));
        const change = { type: 'update', id: randomUUID(), documentId, kind: 'codex', update } as const;
        await workspace.push({ siteId, updates: [change] }, async (trx) => {
          const stored = (await findDocuments(trx, [documentId])).get(documentId);
          if (stored) await ledger?.made(trx, 'codex', documentId, base64(stored.reach));
        });
      }
      brought += 1;
    }
    return { brought, refused };
  });
}

/**
 * Removes a codex that an import added, unless it was edited since; `reach` is the extent of its document at the
 * import. It is removed on every device, like any deletion: an edit that a device has made meanwhile restores it.
 */
export async function takeCodexBack(
  { db, clock }: Pick<BringOptions, 'db' | 'clock'>,
  documentId: string,
  reach: string,
): Promise<'taken' | 'gone' | 'changed'> {
  const find = async () => (await findDocuments(db, [documentId])).get(documentId);
  const known = await find();
  if (!known || known.deletedAt !== null) return 'gone';
  if (base64(known.reach) !== reach) return 'changed';
  await withWorkspace(db, clock, (workspace, siteId) => {
    const change = { type: 'delete', id: randomUUID(), documentId, kind: 'codex', seen: reach } as const;
    return workspace.push({ siteId, updates: [change] });
  });
  return (await find())?.deletedAt === null ? 'changed' : 'taken';
}

/** Whether a category has a codex that is not deleted. */
export async function hasCodex(db: Executor, categoryId: number): Promise<boolean> {
  const id = codexDocumentId(categoryId);
  return (await findDocuments(db, [id])).get(id)?.deletedAt === null;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const NO_CODEX = 'cannot be read, or is more than a codex may hold';

/** Continues a deleted codex in its own document: its former values are overwritten, not doubled. */
function openStoredCodex(id: string, before: readonly { data: Uint8Array }[]): CodexDocument {
  return openDocument(
    { id, kind: 'codex' },
    before.map(({ data }) => data),
  );
}

function newCodex(document: CodexDocument, codex: Codex, now: number): Uint8Array {
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
