import { useConfirm } from '#shared/ui/confirm.tsx';
import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import { type SessionState, type StoredPost, storedPostOf } from '../../editor/index.ts';
import { discardQuestion } from './discard-question.ts';
import type { OpenedForm } from './open-form.ts';
import { leavesSaving, useLeaveWarning } from './use-leave-warning.ts';

interface LeavingOptions {
  opened: OpenedForm;
  state: SessionState;
  /**
   * Called when the form is left, with the post that it had or has just made, and the draft that it has put into the
   * bin; null when there is none.
   */
  onClose: (postId: number | null, discarded: string | null) => void;
}

/** The ways to leave the form without saving; each asks before words would be lost. */
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
    // Words that another device is writing are not discarded by looking at them here.
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
      // A new post's form would be empty, so it is closed.
      if (base === null) giveUp();
      else session.discard(newestKnown(opened.stored, base));
    },
  };
}

/** Returns the saved version: the one with which the form was opened, or a newer one that has come since then. */
function newestKnown(stored: StoredPost | null, base: WorkingCopy | null): StoredPost | null {
  return base && base.baseVersion > (stored?.version ?? 0) ? storedPostOf(base) : stored;
}
