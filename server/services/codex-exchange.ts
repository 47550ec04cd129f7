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

interface BringOptions {
  db: Executor;
  clock: Clock;
  isDryRun: boolean;
  /** Where it is noted what is brought. */
  ledger?: Pick<ImportLedger, 'made'> | undefined;
}

/**
 * Brings the codices of an export in: answers how many, and why others stay out. A category that has one keeps it.
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
 * Takes a codex back that an import brought, unless it was written on since; `reach` is how far it went then. For every
 * device, as any deletion: what one of them has written meanwhile brings it back.
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

/** Whether a category has a codex that was not deleted. */
export async function hasCodex(db: Executor, categoryId: number): Promise<boolean> {
  const id = codexDocumentId(categoryId);
  return (await findDocuments(db, [id])).get(id)?.deletedAt === null;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

const NO_CODEX = 'cannot be read, or is more than a codex may hold';

/** One that was deleted is gone on with: what it said is written over, and not doubled. */
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
