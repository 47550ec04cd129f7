import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { orNothing } from '../documents/stored.ts';
import { recordedSave } from './save-engine.ts';
import type { SaveState } from './save-states.ts';
import type { SessionDraft } from './session-draft.ts';
import type { SessionPorts } from './session-states.ts';
import { createWaitingSaves, type WaitingSave } from './waiting-saves.ts';

/** Writes down the saves of a session that the server has not answered. */
export interface SessionNotes {
  /** Writes down what a new state of the engine leaves unanswered, or that nothing is. */
  note(draft: SessionDraft, save: SaveState): void;
  /** What is written down for a draft that the session goes on with is so from now on. */
  goOnFrom(recorded: WaitingSave | null): void;
  /** When the owner asked for the save that waits, milliseconds since 1970; now where none does. */
  since(): number;
  /** Resolves when all of it is on the disk, or was refused. */
  settled(): Promise<void>;
}

/** `first`: what was written down for the draft when it was opened; `onNoted`: something else is, for the lists of all windows. */
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
      // The words first: a save of a draft that is not there would be sent for nobody.
      const write = async () => {
        await open.keep();
        await (noted ? waiting.keep(id, noted) : waiting.drop(id));
        onNoted();
      };
      // Where nothing is kept, the form says so by itself, and the save goes on while it is open.
      noting = noting.then(write).catch(() => undefined);
    },
    goOnFrom(found) {
      recorded = found;
    },
    since: () => recorded?.since ?? clock.now(),
    settled: () => noting,
  };
}

/** The save of a draft that was written down and not answered; none where this computer keeps nothing. */
export async function savedBefore(store: DocumentStore, draftId: string): Promise<WaitingSave | null> {
  const saves = await orNothing(createWaitingSaves(store).all(), new Map<string, WaitingSave>());
  return saves.get(draftId) ?? null;
}
