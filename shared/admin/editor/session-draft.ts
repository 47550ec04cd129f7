import { type DraftDocument, type WorkingCopy, workingCopyOf } from '#shared/workspace/post-draft.ts';
import type { ForeignChange } from '#shared/workspace/store-port.ts';
import { createOpenDocument, type OpenDocument, TYPED_DELAY_MS } from '../documents/open-document.ts';
import { type ForeignAction, watchForeignActions } from './foreign-actions.ts';
import { hasUnsavedWords } from './local-drafts.ts';
import type { OpenedDraft } from './open-draft.ts';
import type { SessionPorts } from './session-states.ts';

type Opened = Pick<OpenedDraft, 'document' | 'isStored'>;

/** The draft that a session has open. Another draft replaces it when another tab or device has continued the post. */
export interface SessionDraft {
  readonly open: OpenDocument<'draft'>;
  readonly document: DraftDocument;
  /** Returns the version that the draft was made from; null for a new post. */
  base(): WorkingCopy | null;
  isUnsaved(): boolean;
  isKept(): boolean;
  /** Takes in a change of this draft. Returns what to tell the owner; null for nothing. */
  takeIn(change: ForeignChange): Promise<ForeignAction | null>;
  /** Writes what is left of this draft, and opens the other one in its place. */
  goOnWith(other: Opened): Promise<void>;
}

/**
 * Opens a draft for a session. `onChange` is called after every change of the draft or its journal; `onKept` is called
 * with what is on the disk, for the other tabs.
 */
export function createSessionDraft(
  { store, clock, timers }: Pick<SessionPorts, 'store' | 'clock' | 'timers'>,
  first: Opened,
  { onChange, onKept }: { onChange: () => void; onKept: (change: ForeignChange) => void },
): SessionDraft {
  let { open, foreignActions } = watch(first);

  function watch({ document, isStored }: Opened) {
    const made = createOpenDocument({
      document,
      store,
      clock,
      timers,
      isStored,
      delay: TYPED_DELAY_MS,
      onJournal: onChange,
      onKept,
    });
    document.onChange(onChange);
    return { open: made, foreignActions: watchForeignActions(made) };
  }

  return {
    get open() {
      return open;
    },
    get document() {
      return open.document;
    },
    base: () => workingCopyOf(open.document),
    isUnsaved: () => hasUnsavedWords(open.document),
    isKept: () => open.journal().kind === 'kept',
    takeIn: (change) => foreignActions.takeIn(change),
    async goOnWith(other) {
      await open.close();
      ({ open, foreignActions } = watch(other));
    },
  };
}
