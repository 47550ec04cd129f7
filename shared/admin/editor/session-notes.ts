import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { orNothing } from '../documents/stored.ts';
import { recordedSave } from './save-engine.ts';
import type { RecordedSave, SaveState } from './save-states.ts';
import type { SessionDraft } from './session-draft.ts';
import { createWaitingSaves } from './waiting-saves.ts';

/** Writes down the saves of a session that the server has not answered. */
export interface SessionNotes {
  /** Writes down what a new state of the engine leaves unanswered, or that nothing is. */
  note(draft: SessionDraft, save: SaveState): void;
  /** What is written down for a draft that the session goes on with is so from now on. */
  goOnFrom(recorded: RecordedSave | null): void;
  /** Resolves when all of it is on the disk, or was refused. */
  settled(): Promise<void>;
}

/** `first`: what was written down for the draft when it was opened. */
export function createSessionNotes(store: DocumentStore, first: RecordedSave | null): SessionNotes {
  const waiting = createWaitingSaves(store);
  let recorded = first;
  /** One write after the other. */
  let noting = Promise.resolve();
  return {
    note({ open, document: { id } }, save) {
      const next = recordedSave(save, recorded);
      if (next === recorded) return;
      recorded = next;
      // The words first: a save of a draft that is not there would be sent for nobody.
      const write = async () => {
        await open.keep();
        await (next ? waiting.keep(id, next) : waiting.drop(id));
      };
      // Where nothing is kept, the form says so by itself, and the save goes on while it is open.
      noting = noting.then(write).catch(() => undefined);
    },
    goOnFrom(found) {
      recorded = found;
    },
    settled: () => noting,
  };
}

/** The save of a draft that was written down and not answered; none where this computer keeps nothing. */
export async function savedBefore(store: DocumentStore, draftId: string): Promise<RecordedSave | null> {
  const saves = await orNothing(createWaitingSaves(store).all(), new Map<string, RecordedSave>());
  return saves.get(draftId) ?? null;
}
