import { randomUUID } from 'node:crypto';
import type { Executor } from '#server/db/transaction.ts';
import { findDocuments, findStoredRows } from '#server/repositories/workspace-documents.ts';
import type { WorkspaceUpdate } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { DocumentChange } from '#shared/workspace/document-facts.ts';
import { isGeneratedDraft } from '#shared/workspace/post-draft.ts';
import type { UpdateReader } from './update-reader.ts';

/** The changes that History makes to documents, in the same way as a device, so that every device receives them. */
export interface Rewind {
  /**
   * Restores a deleted document with all its words, or takes a draft out of the bin. Throws AppError `history_gone`.
   */
  bringBack(id: string): Promise<void>;
  /** Deletes a restored document again. Throws AppError `history_gone`. */
  takeAway(id: string): Promise<void>;
  /** Gives a prompt's document its former text. Throws AppError `history_gone`. */
  givePrompt(id: string, prompt: string): Promise<void>;
}

interface RewindOptions {
  db: Executor;
  clock: Clock;
  reader: UpdateReader;
  push(updates: readonly WorkspaceUpdate[]): Promise<unknown>;
}

export function createRewind({ db, clock, reader, push }: RewindOptions): Rewind {
  const load = async (id: string) => {
    const document = (await findDocuments(db, [id])).get(id);
    if (!document || document.isForgotten) throw new AppError('history_gone');
    const updates = ((await findStoredRows(db, [id], 'update')).get(id) ?? []).map(({ data }) => data);
    const { kind, deletedAt } = document;
    const whole = { id, kind, updates };
    const [facts] = await reader.describe([whole]);
    if (!facts)
      throw new AppError('history_gone', { message: 'What was kept of this cannot be read. Nothing was changed.' });
    return { whole, facts, isGone: deletedAt !== null || facts.discardedAt !== null };
  };
  type Loaded = Awaited<ReturnType<typeof load>>;

  const change = async ({ whole }: Loaded, made: DocumentChange) => {
    const update = Buffer.from(await reader.change(whole, made, clock.now())).toString('base64');
    const { id: documentId, kind } = whole;
    await push([{ type: 'update', id: randomUUID(), documentId, kind, update }]);
  };

  return {
    async bringBack(id) {
      const loaded = await load(id);
      if (loaded.isGone) await change(loaded, { does: 'take-back' });
    },
    async takeAway(id) {
      const loaded = await load(id);
      if (loaded.isGone) return;
      const { kind, updates } = loaded.whole;
      if (kind === 'draft' && !isGeneratedDraft(id)) return change(loaded, { does: 'discard' });
      const [compared] = await reader.compare([{ updates, vector: null }]);
      if (!compared) throw new AppError('history_gone');
      const seen = Buffer.from(compared.vector).toString('base64');
      await push([{ type: 'delete', id: randomUUID(), documentId: id, kind, seen }]);
    },
    async givePrompt(id, prompt) {
      const loaded = await load(id);
      if (loaded.isGone || loaded.facts.prompt !== prompt)
        await change(loaded, { does: 'save-prompt', name: randomUUID(), prompt });
    },
  };
}
