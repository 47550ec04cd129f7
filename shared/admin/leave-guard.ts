import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, type Path, useBlocker } from 'react-router-dom';
import { type Question, useConfirm } from '#shared/ui/confirm.tsx';
import { createOpenSlot } from './open-slot.tsx';

/** The state of a navigation with which the owner follows a notification or link from outside the admin's pages. */
export const FOLLOWED = { isFollowed: true } as const;

/** The address to leave for, and whether the owner follows something from outside to it. */
type LeavingTo = Path & { isFollowed?: boolean };

/** Returns the question to ask before another address replaces the open form; null for none. */
type LeaveGuard = (to: LeavingTo) => Question | null;

const openForm = createOpenSlot<LeaveGuard>('Leave guard');

/** Holds the guard of the open form, for actions that leave the form by more than a change of address. */
export const LeaveGuardProvider = openForm.Provider;

const SETTLING_MS = 400;

/** Asks the question of the open form before it is left for `to`; resolves to whether it may be left. */
export function useAskBeforeLeaving(): (to: Path) => Promise<boolean> {
  const guardNow = openForm.useOpen();
  const ask = useConfirm();
  return async (to) => {
    const question = guardNow()?.(to) ?? null;
    return question === null || ask(question);
  };
}

/**
 * Asks `guard` before this form is left for another address of the admin, by links, buttons, Back or Forward. The
 * router takes one guard at a time, and at most one form is open.
 */
export function useLeaveGuard(guard: LeaveGuard): void {
  const ask = useConfirm();
  const latestGuard = useRef(guard);
  latestGuard.current = guard;
  openForm.useGive(useCallback<LeaveGuard>((to) => latestGuard.current(to), []));
  const question = useRef<Question | null>(null);
  const isAsking = useRef(false);
  const isSettling = useRef(false);

  const shouldBlock = useCallback<BlockerFunction>(({ nextLocation, historyAction }) => {
    // Back restores the state of a history entry, so that state does not count then.
    const isFollowed = historyAction !== 'POP' && nextLocation.state?.isFollowed === FOLLOWED.isFollowed;
    const next = latestGuard.current({ ...nextLocation, isFollowed });
    question.current = isSettling.current && historyAction !== 'POP' ? null : next;
    return next !== null;
  }, []);
  const blocker = useBlocker(shouldBlock);
  const latestBlocker = useRef(blocker);
  latestBlocker.current = blocker;

  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    if (question.current === null) {
      blocker.reset();
      return;
    }
    isAsking.current = true;
    void ask(question.current).then((isYes) => {
      isAsking.current = false;
      if (isYes) {
        latestBlocker.current.proceed?.();
        return;
      }
      latestBlocker.current.reset?.();
      // The focus goes back to the element that was pressed. If that is a tab of the dashboard, it asks to be shown
      // again as soon as it gets the focus.
      isSettling.current = true;
      setTimeout(() => {
        isSettling.current = false;
      }, SETTLING_MS);
    });
  }, [blocker, ask]);
}
