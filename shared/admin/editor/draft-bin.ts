import type { Clock } from '#shared/kernel/clock.ts';
import {
  type DraftDocument,
  discardDraft,
  newDraftId,
  openNewDraft,
  openStoredDraft,
  readValues,
  setWorkingCopy,
  takeBackDraft,
  workingCopyOf,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';
import { tombstoneOf } from '#shared/workspace/tombstone.ts';
import { type DocumentChannel, openDocumentChannel } from '../document-channel.ts';
import { changeLoaded } from '../documents/stored.ts';
import type { AdminPorts } from '../ports.ts';
import type { SessionDraft } from './session-draft.ts';
import type { SessionPorts } from './session-states.ts';
import { createWaitingSaves } from './waiting-saves.ts';

/*
 * A discarded draft stays in the bin for 30 days, on every device. The draft of a new post goes into the bin itself. A
 * working copy cannot: its id is that of its version, which may be edited again. So its words go into the bin in a
 * draft of their own.
 */

interface BinPorts {
  store: DocumentStore;
  clock: Clock;
  openChannel: AdminPorts['openChannel'];
}

/** Makes a draft of a working copy's words, for the bin. */
function binCopy(document: DraftDocument, { unique, at }: { unique: string; at: number }): DraftDocument {
  const binned = openNewDraft(newDraftId(unique));
  setWorkingCopy(binned, workingCopyOf(document));
  binned.change('program', () => writeValues(binned, readValues(document)));
  discardDraft(binned, at);
  binned.touch(at);
  return binned;
}

/** Puts what a session discards into the bin. */
export interface SessionBin {
  /** Puts the words of the draft into the bin. Returns the id that they have there. */
  put(draft: SessionDraft): string;
  /**
   * Resolves when the words are in the bin; nothing else is done to the draft before that. Rejects if this computer
   * refuses the write.
   */
  settled(): Promise<void>;
}

export function createSessionBin(
  { store, clock, unique }: Pick<SessionPorts, 'store' | 'clock' | 'unique'>,
  documents: Pick<DocumentChannel, 'tell'>,
): SessionBin {
  let binning = Promise.resolve();
  return {
    put(draft) {
      const at = clock.now();
      const isNew = draft.base() === null;
      const copy = isNew ? draft.document : binCopy(draft.document, { unique: unique(), at });
      const { id, kind } = copy;
      if (isNew) discardDraft(draft.document, at);
      const stored = isNew ? draft.open.keep() : store.append({ id, kind }, copy.encode());
      binning = stored.then(() => documents.tell({ id, kind, update: null, isRemoved: false }));
      binning.catch((error: unknown) => console.error('What was discarded is not in the bin', error));
      return id;
    },
    settled: () => binning,
  };
}

/** Discards a draft that is open in no form. Returns the id that the draft has in the bin. Throws NotKeptError. */
export async function discardStored(
  { store, clock, openChannel, unique }: BinPorts & { unique(): string },
  document: DraftDocument,
): Promise<string> {
  const at = clock.now();
  // A save that waits to be sent would otherwise bring the draft back.
  await createWaitingSaves(store).drop(document.id);
  if (workingCopyOf(document) === null) {
    await changeStored({ store, clock, openChannel }, document.id, (stored) => discardDraft(stored, at));
    return document.id;
  }
  const binned = binCopy(document, { unique: unique(), at });
  await store.append({ id: binned.id, kind: binned.kind }, binned.encode());
  const outcome = await store.remove(tombstoneOf(document, at));
  tell(openChannel, binned, false);
  // Words that have arrived from another device in the meantime are not discarded.
  if (outcome === 'removed') tell(openChannel, document, true);
  return binned.id;
}

/** Takes a draft out of the bin. Throws NotKeptError. */
export function takeOutOfBin(ports: BinPorts, id: string): Promise<void> {
  return changeStored(ports, id, takeBackDraft);
}

async function changeStored(
  { store, clock, openChannel }: BinPorts,
  id: string,
  change: (document: DraftDocument) => void,
): Promise<void> {
  const document = openStoredDraft(id, await store.load(id));
  await changeLoaded(store, document, (changed) => {
    change(changed);
    changed.touch(clock.now());
  });
  tell(openChannel, document, false);
}

function tell(openChannel: AdminPorts['openChannel'], { id, kind }: DraftDocument, isRemoved: boolean): void {
  const channel = openDocumentChannel(openChannel);
  channel.tell({ id, kind, update: null, isRemoved });
  channel.close();
}
