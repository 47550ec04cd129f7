import { setImmediate as turn } from 'node:timers/promises';
import type { StoreChange } from '#shared/contract/ipc.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { waitingPictureAddress } from '#shared/kernel/waiting-picture.ts';
import { toBase64 } from '#shared/workspace/base64.ts';
import {
  type DraftDocument,
  discardDraft,
  discardedAt,
  openStoredDraft,
  readValues,
  writeValues,
} from '#shared/workspace/post-draft.ts';
import type { DocumentStore } from '#shared/workspace/store-port.ts';

/**
 * Returns the middle of an address, which is searched for in the stored updates: the two ends may have come from the
 * surrounding text, where one picture replaced another.
 */
const markOf = (id: string) => Buffer.from(id.slice(8, 24));

/** The middle of any picture's address. */
const ANY_MARK = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-/;
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** Whether the stored updates of a document name a picture, including text that was overwritten since. */
export function doesName(updates: readonly Uint8Array[], id: string): boolean {
  const mark = markOf(id);
  return updates.some((update) => bytesOf(update).includes(mark));
}

/** Whether an update can name a picture at all: typing cannot, but a paste, an undo or another device's change can. */
export const mayName = (update: Uint8Array): boolean => ANY_MARK.test(bytesOf(update).toString('latin1'));

export interface PlaceOptions {
  documents: Pick<DocumentStore, 'list' | 'load'>;
  /** Stores a change of a draft on the disk, and tells the windows and the server. Rejects when it is not stored. */
  append(change: Extract<StoreChange, { type: 'append' }>): Promise<void>;
  clock: Clock;
}

/**
 * Replaces the local address of a picture by its address at the server, in every draft of this computer, including
 * those in the bin. Only the address is changed, so that text typed in the meantime stays.
 */
export async function placePicture(options: PlaceOptions, picture: { id: string; url: string }): Promise<void> {
  for (const draftId of await options.documents.list('draft')) {
    await placeInDraft(options, draftId, picture);
    await turn();
  }
}

/** Does the same in one draft, which got the local address after the picture was sent. */
export async function placeInDraft(
  { documents, append, clock }: PlaceOptions,
  draftId: string,
  { id, url }: { id: string; url: string },
): Promise<void> {
  const updates = await documents.load(draftId);
  if (!doesName(updates, id)) return;
  const draft = openStoredDraft(draftId, updates);
  const seen = draft.stateVector();
  if (!giveAddress(draft, { from: waitingPictureAddress(id), to: url }, clock.now())) return;
  const update = toBase64(draft.encode(seen));
  await append({ type: 'append', document: { id: draftId, kind: 'draft' }, update });
}

/** Returns false when the draft does not have the address. `now` is in milliseconds since 1970. */
function giveAddress(draft: DraftDocument, { from, to }: { from: string; to: string }, now: number): boolean {
  const binnedAt = discardedAt(draft);
  let isChanged = false;
  const { featuredImage } = readValues(draft);
  draft.change('program', () => {
    // One place after the other: a splice over several places would rewrite the text between them.
    for (let text = draft.text('content'); text.includes(from); isChanged = true) {
      text = text.replace(from, () => to);
      draft.setText('content', text);
    }
    if (featuredImage === from) {
      writeValues(draft, { featuredImage: to });
      isChanged = true;
    }
    if (isChanged) draft.touch(now);
  });
  // A draft stays in the bin only as long as its content equals that at its discarding, so it is discarded again.
  if (isChanged && binnedAt !== null) discardDraft(draft, binnedAt);
  return isChanged;
}
