import { discardDraft } from '#shared/workspace/post-draft.ts';
import type { DocumentChannel } from '../document-channel.ts';
import { binCopy } from './draft-bin.ts';
import type { SessionDraft } from './session-draft.ts';
import type { SessionPorts } from './session-states.ts';

/** Puts what a session discards into the bin. */
export interface SessionBin {
  /** Puts the words of the draft there. Answers the id under which they lie. */
  put(draft: SessionDraft): string;
  /** Resolves when they are there: nothing else is done to the draft before. Rejects where this computer refuses them. */
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
