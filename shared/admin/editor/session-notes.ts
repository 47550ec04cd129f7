import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { orNothing } from '../documents/stored.ts';
import { recordedSave } from './save-engine.ts';
import type { SaveState } from './save-states.ts';
import type { SessionDraft } from './session-draft.ts';
import type { SessionPorts } from './session-states.ts';
import { createWaitingSaves, type WaitingSave } from './waiting-saves.ts';

/** Writes down the saves of a session that the server has not answered yet. */
export interface SessionNotes {
  /** Writes down which save a new state of the engine leaves unanswered, or that there is none. */
  note(draft: SessionDraft, save: SaveState): void;
  /** Sets what is written down for the draft that the session continues with. */
  goOnFrom(recorded: WaitingSave | null): void;
  /**
   * Returns when the owner asked for the waiting save, in milliseconds since 1970; the present time if no save waits.
   */
  since(): number;
  /** Resolves when all notes are on the disk, or were refused. */
  settled(): Promise<void>;
}

/**
 * `first`: what was written down for the draft when it was opened. `onNoted`: called when something else is written
 * down, for the lists of all windows.
 */
export function createSessionNotes(
  { store, clock }: Pick<SessionPorts, 'store' | 'clock'>,
  first: WaitingSave | null,
  onNoted: () => void,
): SessionNotes {
  const waiting = createWaitingSaves(store);
  let recorded: WaitingSave | null = first;
  /** One write after the other. */
  let noting = Promise.resolve();
  return {
    note({ open, document: { id } }, save) {
      const next = recordedSave(save, recorded);
      if (next === recorded) return;
      const isAskedAnew = recorded === null || recorded.fault !== null || recorded.isTakenBack;
      const noted = next && { ...next, since: isAskedAnew || recorded === null ? clock.now() : recorded.since };
      recorded = noted;
      // The words are written first: without its draft, a save would be sent that belongs to nothing.
      const write = async () => {
        await open.keep();
        await (noted ? waiting.keep(id, noted) : waiting.drop(id));
        onNoted();
      };
      // If nothing can be kept, the form itself tells the owner, and the save continues while the form is open.
      noting = noting.then(write).catch(() => undefined);
    },
    goOnFrom(found) {
      recorded = found;
    },
    since: () => recorded?.since ?? clock.now(),
    settled: () => noting,
  };
}

/** Returns the save of a draft that was written down and not answered; null where this computer keeps nothing. */
export async function savedBefore(store: DocumentStore, draftId: string): Promise<WaitingSave | null> {
  const saves = await orNothing(createWaitingSaves(store).all(), new Map<string, WaitingSave>());
  return saves.get(draftId) ?? null;
}
