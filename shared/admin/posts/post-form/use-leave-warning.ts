import { useEffect, useRef } from 'react';
import type { Question } from '#shared/ui/confirm.tsx';
import type { PostSession, SessionState } from '../../editor/index.ts';
import { useLeaveGuard } from '../../leave-guard.ts';
import { postTarget } from '../post-address.ts';

/**
 * Asks before the form is left with unsaved words, by the browser's own question where the page is left, else by ours.
 * Answers the function that lets go of the form: from then on nothing is asked.
 */
export function useLeaveWarning(session: PostSession, state: SessionState): () => void {
  const isLetGo = useRef(false);
  const hasWarning = session.leaveWarning() !== null;
  useEffect(() => {
    if (!hasWarning) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [hasWarning]);

  useLeaveGuard((to) => {
    const warning = isLetGo.current ? null : session.leaveWarning();
    if (warning === null) return null;
    const target = postTarget(to);
    // The address of the very draft or post the form has: a new post gets that with its first save.
    const { documentId, save } = session.getState();
    if (target.kind === 'new' && target.draftId === documentId) return null;
    if (target.kind === 'edit' && target.id === save.base?.postId) return null;
    const isKept = state.journal.kind !== 'not-kept';
    // Another new post is begun, or a notification followed, beside this one, which stays in the list of what is not saved.
    const isBeside = to.isFollowed || (target.kind === 'new' && target.draftId === undefined);
    if (isBeside && warning === 'unsaved' && isKept) return null;
    // Signing out: the words stay on this computer.
    if (to.pathname === '/admin/login' && isKept) return null;
    if (save.kind === 'offline' && isKept) return leavesWaiting;
    return { ...(warning === 'saving' ? leavesSaving : leavesUnsaved), description: isKept ? KEPT : NOT_KEPT };
  });

  return () => {
    isLetGo.current = true;
  };
}

const leavesUnsaved: Question = {
  title: 'Leave without saving?',
  confirm: 'Leave',
  cancel: 'Keep editing',
  isDangerous: true,
};
/** A form that is left while a save is on its way. */
export const leavesSaving: Question = { ...leavesUnsaved, title: 'A save is on its way. Leave all the same?' };
/** A form whose save is written down: leaving it loses nothing. */
const leavesWaiting: Question = {
  ...leavesUnsaved,
  title: 'Leave before it is sent?',
  description: 'What you saved is kept on this computer, and sent when the network is back.',
  isDangerous: false,
};
const KEPT = 'What you typed is kept on this computer, and is back when you open the form again.';
const NOT_KEPT = 'What you typed is not saved, and this computer does not keep it.';
