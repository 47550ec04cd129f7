import { type RefObject, useLayoutEffect } from 'react';

const FLIPPED = 'data-flipped';

/**
 * Keeps the toasts clear of controls that are pressed while the toasts are there: `--toast-top` on their list is where
 * the header and the tabs of the front layer end, in pixels from the top of the page's window, and `data-over` says
 * that a dialog is open in front. A dialog with enough room above it for the toasts is ignored. `data-flipped`: the
 * toasts are at the other edge, where they cover less of the focused element.
 */
export function useToastPlace(list: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    // A dialog whose content arrives later grows towards the toast.
    const growth = new ResizeObserver(() => place());
    let watched: Element | null = null;
    const place = () => {
      if (!list.current) return;
      const front = frontWindow();
      if (front !== watched) {
        growth.disconnect();
        if (front) growth.observe(front);
        watched = front;
      }
      const isAbove = front !== null && front.getBoundingClientRect().top >= list.current.offsetHeight;
      list.current.style.setProperty('--toast-top', isAbove ? '0px' : `${headerEnd(front ?? document)}px`);
      list.current.toggleAttribute('data-over', front !== null);
      if (front) list.current.removeAttribute(FLIPPED);
    };
    place();
    const follow = () => keepClear(list.current);
    // Each toast starts at its own edge; the first may appear a moment after its list.
    const arrivals = new MutationObserver(() => {
      list.current?.removeAttribute(FLIPPED);
      follow();
    });
    if (list.current) arrivals.observe(list.current, { childList: true });
    follow();
    // Dialogs are added and removed as children of the page's body.
    const windows = new MutationObserver(place);
    windows.observe(document.body, { childList: true });
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    addEventListener('focusin', follow);
    return () => {
      growth.disconnect();
      arrivals.disconnect();
      windows.disconnect();
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
      removeEventListener('focusin', follow);
    };
  }, [list, isShown]);
}

/**
 * Keeps the focused element from being hidden (WCAG 2.2, 2.4.11): the toasts move to the other edge where they cover
 * less of it.
 */
function keepClear(list: HTMLElement | null): void {
  const focused = document.activeElement;
  // A dialog has buttons at both of its ends.
  if (!list || !focused || focused === document.body || list.contains(focused) || frontWindow()) return;
  const here = coveredHeight(list, focused);
  if (here === 0) return;
  list.toggleAttribute(FLIPPED);
  if (coveredHeight(list, focused) >= here) list.toggleAttribute(FLIPPED);
}

/** Returns how many vertical pixels of `element` the toast covers. */
function coveredHeight(list: Element, element: Element): number {
  const toast = list.firstElementChild?.getBoundingClientRect();
  const under = element.getBoundingClientRect();
  if (!toast || toast.left >= under.right || toast.right <= under.left) return 0;
  return Math.max(0, Math.min(toast.bottom, under.bottom) - Math.max(toast.top, under.top));
}

/** Returns the dialog that was opened last; null where none is open. */
function frontWindow(): Element | null {
  const open = document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]');
  return [...open].at(-1) ?? null;
}

function headerEnd(front: ParentNode): number {
  const kept = [front.querySelector('header'), front.querySelector('[role="tablist"]')];
  return Math.round(Math.max(0, ...kept.map((part) => part?.getBoundingClientRect().bottom ?? 0)));
}
