import { useConfirm } from '#shared/ui/confirm.tsx';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import { type SessionState, type StoredPost, storedPostOf } from '../../editor/index.ts';
import { discardQuestion } from './discard-question.ts';
import type { OpenedForm } from './open-form.ts';
import { leavesSaving, useLeaveWarning } from './use-leave-warning.ts';

interface LeavingOptions {
  opened: OpenedForm;
  state: SessionState;
  /** The form is left: the post it had, or has just made, and the draft it has put into the bin; null for none. */
  onClose: (postId: number | null, discarded: string | null) => void;
}

/** The ways out of the form without saving; each asks before words would be lost. */
export function useLeavingForm({ opened, state, onClose }: LeavingOptions) {
  const { session } = opened;
  const { save, journal } = state;
  const { base } = save;
  const confirm = useConfirm();
  const letGo = useLeaveWarning(session, state);
  const isKept = opened.isKeeping && journal.kind !== 'not-kept';

  const close = (postId: number | null, discarded: string | null = null) => {
    letGo();
    onClose(postId, discarded);
  };
  const giveUp = () => {
    const { isUnsaved, isOthers } = session.getState();
    // What another device is writing is not given up from here by looking at it.
    const isOwn = (isUnsaved && !isOthers) || save.kind === 'offline';
    const discarded = isOwn ? session.discard(base && save.kind !== 'gone' ? storedPostOf(base) : null) : null;
    close(base?.postId ?? null, discarded);
  };
  return {
    close,
    giveUp,
    async cancel() {
      const warning = session.leaveWarning();
      const question = warning === 'saving' ? leavesSaving : discardQuestion(base?.postId ?? null, isKept);
      if (warning === null || (await confirm(question))) giveUp();
    },
    async discard() {
      if (!(await confirm(discardQuestion(base?.postId ?? null, isKept)))) return;
      // Nothing would be left of a new post's form.
      if (base === null) giveUp();
      else session.discard(newestKnown(opened.stored, base));
    },
  };
}

/** The saved version: the one the form was opened with, unless a newer one has come since. */
function newestKnown(stored: StoredPost | null, base: WorkingCopy | null): StoredPost | null {
  return base && base.baseVersion > (stored?.version ?? 0) ? storedPostOf(base) : stored;
}
