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
 * The middle of an address, by which it is looked for in what is stored: its ends may have come from the text around it,
 * where one picture took the place of another.
 */
const markOf = (id: string) => Buffer.from(id.slice(8, 24));

/** The middle of any picture's. */
const ANY_MARK = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-/;
const bytesOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => Buffer.from(buffer, byteOffset, byteLength);

/** Whether what is stored of a document names a picture, what was typed over counted as well. */
export function doesName(updates: readonly Uint8Array[], id: string): boolean {
  const mark = markOf(id);
  return updates.some((update) => bytesOf(update).includes(mark));
}

/** Whether an update may name any picture at all: what is typed does not, what is pasted, undone or brought may. */
export const mayName = (update: Uint8Array): boolean => ANY_MARK.test(bytesOf(update).toString('latin1'));

export interface PlaceOptions {
  documents: Pick<DocumentStore, 'list' | 'load'>;
  /** Puts a change of a draft on the disk, and tells the windows and the server. Rejects where it is not kept. */
  append(change: Extract<StoreChange, { type: 'append' }>): Promise<void>;
  clock: Clock;
}

/**
 * Puts the address that a picture has at the server in the place of the local one, in every draft of this computer, those
 * in the bin too. Only the address is written, so that what is typed meanwhile stays.
 */
export async function placePicture(options: PlaceOptions, picture: { id: string; url: string }): Promise<void> {
  for (const draftId of await options.documents.list('draft')) {
    await placeInDraft(options, draftId, picture);
    await turn();
  }
}

/** The same in one draft: one that got the local address after the picture was sent. */
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

/** False where the draft does not have the address. `now` in milliseconds since 1970. */
function giveAddress(draft: DraftDocument, { from, to }: { from: string; to: string }, now: number): boolean {
  const binnedAt = discardedAt(draft);
  let isChanged = false;
  const { featuredImage } = readValues(draft);
  draft.change('program', () => {
    // One place after the other: a splice over several would write anew what stands between them.
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
  // A draft lies in the bin as long as it says what it said when it was discarded.
  if (isChanged && binnedAt !== null) discardDraft(draft, binnedAt);
  return isChanged;
}
