import { useEffect, useRef } from 'react';
import type { Question } from '#shared/ui/confirm.tsx';
import type { PostSession, SessionState } from '../../editor/index.ts';
import { useLeaveGuard } from '../../leave-guard.ts';
import { postTarget } from '../post-address.ts';

/**
 * Asks before the form is left with unsaved words: by the browser's own question when the page is left, otherwise by
 * ours. Returns a function that releases the form: from then on nothing is asked.
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
    // The address leads to the same draft or post: a new post gets such an address with its first save.
    const { documentId, save } = session.getState();
    if (target.kind === 'new' && target.draftId === documentId) return null;
    if (target.kind === 'edit' && target.id === save.base?.postId) return null;
    const isKept = state.journal.kind !== 'not-kept';
    // The owner begins another new post, or follows a notification; this draft stays in the list of unsaved ones.
    const isBeside = to.isFollowed || (target.kind === 'new' && target.draftId === undefined);
    if (isBeside && warning === 'unsaved' && isKept) return null;
    // The owner signs out: the words stay on this computer.
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
/** The question before a form is left during a save. */
export const leavesSaving: Question = { ...leavesUnsaved, title: 'A save is on its way. Leave all the same?' };
/** The question before a form is left whose save is stored: leaving loses nothing. */
const leavesWaiting: Question = {
  ...leavesUnsaved,
  title: 'Leave before it is sent?',
  description: 'What you saved is kept on this computer, and sent when the network is back.',
  isDangerous: false,
};
const KEPT = 'What you typed is kept on this computer, and is back when you open the form again.';
const NOT_KEPT = 'What you typed is not saved, and this computer does not keep it.';
