import { type RefObject, useLayoutEffect } from 'react';

const FLIPPED = 'data-flipped';

/**
 * Keeps the toasts clear of what is pressed while they are there: `--toast-top` on their list is where the header and
 * the tabs of what is in front end, in pixels from the top of the page's window, and `data-over` says that a window is
 * open in front. One that leaves them room above itself is left alone. `data-flipped`: they stand at the other edge,
 * where less of what has the focus is covered.
 */
export function useToastPlace(list: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    if (!isShown) return;
    // A window whose content comes later grows towards the toast.
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
    // Each toast begins at its own edge; the first may come a moment after its list.
    const arrivals = new MutationObserver(() => {
      list.current?.removeAttribute(FLIPPED);
      follow();
    });
    if (list.current) arrivals.observe(list.current, { childList: true });
    follow();
    // Windows come and go as children of the page's body.
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

/** What has the focus is not hidden (WCAG 2.2, 2.4.11): the toasts go to the other edge where less of it is covered. */
function keepClear(list: HTMLElement | null): void {
  const focused = document.activeElement;
  // A window has its buttons at both of its ends.
  if (!list || !focused || focused === document.body || list.contains(focused) || frontWindow()) return;
  const here = coveredHeight(list, focused);
  if (here === 0) return;
  list.toggleAttribute(FLIPPED);
  if (coveredHeight(list, focused) >= here) list.toggleAttribute(FLIPPED);
}

/** Pixels from top to bottom of `element` that the toast lies over. */
function coveredHeight(list: Element, element: Element): number {
  const toast = list.firstElementChild?.getBoundingClientRect();
  const under = element.getBoundingClientRect();
  if (!toast || toast.left >= under.right || toast.right <= under.left) return 0;
  return Math.max(0, Math.min(toast.bottom, under.bottom) - Math.max(toast.top, under.top));
}

/** The window that was opened last; null where none is. */
function frontWindow(): Element | null {
  const open = document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]');
  return [...open].at(-1) ?? null;
}

function headerEnd(front: ParentNode): number {
  const kept = [front.querySelector('header'), front.querySelector('[role="tablist"]')];
  return Math.round(Math.max(0, ...kept.map((part) => part?.getBoundingClientRect().bottom ?? 0)));
}
