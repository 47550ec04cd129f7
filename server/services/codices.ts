import type { Executor } from '#server/db/transaction.ts';
import { listLivingIds } from '#server/repositories/workspace-documents.ts';
import { codexText } from '#shared/content/codex-text.ts';
import type { CategoryCodex } from '#shared/contract/codices.ts';
import { type Codex, emptyCodex } from '#shared/kernel/codex.ts';
import { categoryOfCodex, codexDocumentId } from '#shared/workspace/codex-document.ts';
import type { CategoryService } from './categories.ts';
import type { WorkspaceService } from './workspace/index.ts';

/** What the owner has set down about categories, read from the documents that devices have pushed. */
export interface CodexService {
  /** The codices of the existing categories, in the order of the categories. */
  list(): Promise<CategoryCodex[]>;
  /**
   * A category's codex in its current state, as fields and as the text for prompts; the empty codex when it has none.
   */
  codexOf(categoryId: number): Promise<{ codex: Codex; text: string }>;
}

interface CodexOptions {
  db: Executor;
  workspace: Pick<WorkspaceService, 'describe'>;
  categories: Pick<CategoryService, 'list'>;
}

const UNUSABLE = 'What was saved last is more than a codex may hold, or cannot be read. It is not used; save it again.';

export function createCodexService({ db, workspace, categories }: CodexOptions): CodexService {
  const read = async (documentId: string) => (await workspace.describe(documentId))?.codex ?? null;
  return {
    async list() {
      const ids = await listLivingIds(db, 'codex');
      const documents = new Map(ids.map((id) => [categoryOfCodex(id), id]));
      const found: CategoryCodex[] = [];
      for (const { id, slug, name } of await categories.list()) {
        const documentId = documents.get(id);
        const stored = documentId === undefined ? null : await read(documentId);
        if (stored === null) continue;
        const { saved, at } = stored === 'unusable' ? { saved: emptyCodex, at: null } : stored;
        found.push({
          category: { id, slug, name },
          text: codexText(saved),
          fields: saved,
          savedAt: at === null ? null : new Date(at).toISOString(),
          fault: stored === 'unusable' ? UNUSABLE : null,
        });
      }
      return found;
    },
    async codexOf(categoryId) {
      const stored = await read(codexDocumentId(categoryId));
      const codex = stored === null || stored === 'unusable' ? emptyCodex : stored.saved;
      return { codex, text: codexText(codex) };
    },
  };
}
