import type { Navigator, Path } from 'react-router-dom';
import type { Question } from '#shared/ui/confirm.tsx';

/** Says what to ask before another address takes the place of what is open; null for nothing. */
export type LeaveGuard = (to: Omit<Path, 'key'>) => Question | null;

const SETTLING_MS = 400;

export interface LeaveGate {
  /** Asks `guard` from now on. Answers the function that ends it. */
  set(guard: LeaveGuard): () => void;
  /** The router's own way to other addresses, with the gate in front of it. */
  navigator(inner: Navigator): Navigator;
  /** Watches Back and Forward; to be called before the router listens. Answers the function that ends it. */
  watch(): () => void;
}

/**
 * Stands between the admin and every other address of it: links, buttons, Back and Forward. The declarative router has
 * no such thing. Back has happened already when a page hears of it, so it is taken back until the answer is there.
 */
export function createLeaveGate(window: Window, ask: (question: Question) => Promise<boolean>): LeaveGate {
  let guard: LeaveGuard | null = null;
  let place = placeOf(window.history.state);
  let ownSteps = 0;
  let isAsking = false;
  let isSettling = false;

  const whenFree = (to: Parameters<LeaveGuard>[0], go: () => void) => {
    const question = guard?.(to) ?? null;
    if (question === null) {
      go();
      return;
    }
    if (isAsking || isSettling) return;
    decide(question, go);
  };
  const decide = (question: Question, go: () => void) => {
    isAsking = true;
    void ask(question).then((isYes) => {
      isAsking = false;
      if (isYes) {
        // What is left asks no more, although it may stand until the next page is drawn.
        guard = null;
        go();
      } else settle();
    });
  };
  // The focus goes back to what was pressed, and a tab of the dashboard that gets the focus asks to be shown again.
  const settle = () => {
    isSettling = true;
    window.setTimeout(() => {
      isSettling = false;
    }, SETTLING_MS);
  };
  const remembering = (go: () => void) => () => {
    go();
    place = placeOf(window.history.state);
  };

  function onPopState(event: PopStateEvent): void {
    if (ownSteps > 0) {
      ownSteps -= 1;
      event.stopImmediatePropagation();
      return;
    }
    const before = place;
    place = placeOf(event.state);
    const question = guard?.(window.location) ?? null;
    if (question === null || before === null || place === null || before === place) return;
    event.stopImmediatePropagation();
    const steps = place - before;
    place = before;
    ownSteps += 1;
    window.history.go(-steps);
    if (!isAsking) decide(question, () => window.history.go(steps));
  }

  return {
    set(next) {
      guard = next;
      place = placeOf(window.history.state);
      return () => {
        if (guard === next) guard = null;
      };
    },
    navigator: (inner) =>
      Object.assign(Object.create(inner) as Navigator, {
        push: (...to: Parameters<Navigator['push']>) =>
          whenFree(
            pathOf(to[0]),
            remembering(() => inner.push(...to)),
          ),
        replace: (...to: Parameters<Navigator['replace']>) =>
          whenFree(
            pathOf(to[0]),
            remembering(() => inner.replace(...to)),
          ),
      }),
    watch() {
      // The router listens to the same event of the same window, where Chromium goes by the order of registration and
      // others let those that capture go first.
      window.addEventListener('popstate', onPopState, { capture: true });
      return () => window.removeEventListener('popstate', onPopState, { capture: true });
    },
  };
}

/** The router numbers its entries in the history. */
function placeOf(state: unknown): number | null {
  const isNumbered = typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number';
  return isNumbered ? Number(state.idx) : null;
}

function pathOf(to: Parameters<Navigator['push']>[0]): Omit<Path, 'key'> {
  if (typeof to === 'object') return { pathname: to.pathname ?? '/', search: to.search ?? '', hash: to.hash ?? '' };
  const { pathname, search, hash } = new URL(to, 'http://admin.invalid');
  return { pathname, search, hash };
}
