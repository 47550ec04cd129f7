import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { orNothing } from '../documents/stored.ts';
import { keptSave } from './save-engine.ts';
import type { KeptSave, SaveState } from './save-states.ts';
import type { SessionDraft } from './session-draft.ts';
import { createWaitingSaves } from './waiting-saves.ts';

/** Writes down the saves of a session that the server has not answered. */
export interface SessionNotes {
  /** Writes down what a new state of the engine leaves unanswered, or that nothing is. */
  note(draft: SessionDraft, save: SaveState): void;
  /** What is written down for a draft that the session goes on with is so from now on. */
  goOnFrom(kept: KeptSave | null): void;
  /** Resolves when all of it is on the disk, or was refused. */
  settled(): Promise<void>;
}

/** `first`: what was written down for the draft when it was opened. */
export function createSessionNotes(store: DocumentStore, first: KeptSave | null): SessionNotes {
  const waiting = createWaitingSaves(store);
  let kept = first;
  /** One write after the other. */
  let noting = Promise.resolve();
  return {
    note({ open, document: { id } }, save) {
      const next = keptSave(save, kept);
      if (next === kept) return;
      kept = next;
      // The words first: a save of a draft that is not there would be sent for nobody.
      const write = async () => {
        await open.keep();
        await (next ? waiting.keep(id, next) : waiting.drop(id));
      };
      // Where nothing is kept, the form says so by itself, and the save goes on while it is open.
      noting = noting.then(write).catch(() => undefined);
    },
    goOnFrom(found) {
      kept = found;
    },
    settled: () => noting,
  };
}

/** The save of a draft that was written down and not answered; none where this computer keeps nothing. */
export async function savedBefore(store: DocumentStore, draftId: string): Promise<KeptSave | null> {
  const kept = await orNothing(createWaitingSaves(store).all(), new Map<string, KeptSave>());
  return kept.get(draftId) ?? null;
}
