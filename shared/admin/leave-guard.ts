import { useCallback, useEffect, useRef } from 'react';
import { type BlockerFunction, type Path, useBlocker } from 'react-router-dom';
import { type Question, useConfirm } from '#shared/ui/confirm.tsx';
import { createOpenSlot } from './open-slot.tsx';

/** State of a navigation by which the owner follows what was told or linked outside of the admin's pages. */
export const FOLLOWED = { isFollowed: true } as const;

/** Another address, and whether the owner follows something from outside to it. */
type LeavingTo = Path & { isFollowed?: boolean };

/** Says what to ask before another address takes the place of what is open; null for nothing. */
type LeaveGuard = (to: LeavingTo) => Question | null;

const openForm = createOpenSlot<LeaveGuard>('Leave guard');

/** Holds the guard of the form that is open, for what leads away from it by more than an address. */
export const LeaveGuardProvider = openForm.Provider;

const SETTLING_MS = 400;

/** Asks what the form that is open has asked before it is left for `to`; resolves to whether it may be left. */
export function useAskBeforeLeaving(): (to: Path) => Promise<boolean> {
  const guardNow = openForm.useOpen();
  const ask = useConfirm();
  return async (to) => {
    const question = guardNow()?.(to) ?? null;
    return question === null || ask(question);
  };
}

/**
 * Has `guard` asked before this form is left for another address of the admin, by links, buttons, Back or Forward. The
 * router takes one guard at a time, and one form is open at most.
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
    // The state of an entry of the history is there again when Back leads to it.
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
      // The focus goes back to what was pressed, and a tab of the dashboard that gets the focus asks to be shown again.
      isSettling.current = true;
      setTimeout(() => {
        isSettling.current = false;
      }, SETTLING_MS);
    });
  }, [blocker, ask]);
}
