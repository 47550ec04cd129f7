import { type RefObject, useLayoutEffect } from 'react';

const FLIPPED = 'data-flipped';

/**
 * Keeps the toasts clear of what is pressed while they are there: `--toast-top` on their list is where the header of
 * what is in front ends, in pixels from the top of the page's window, and `data-over` says that a window is open in
 * front. One that leaves them room above itself is left alone. `data-flipped`: they stand at the other edge, where nothing
 * of theirs lies over what has the focus.
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
    keepClear(list.current);
    const follow = () => keepClear(list.current);
    // Windows come and go as children of the page's body.
    const windows = new MutationObserver(place);
    windows.observe(document.body, { childList: true });
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    addEventListener('focusin', follow);
    return () => {
      growth.disconnect();
      windows.disconnect();
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
      removeEventListener('focusin', follow);
      list.current?.removeAttribute(FLIPPED);
    };
  }, [list, isShown]);
}

/** What has the focus is not covered (WCAG 2.2, 2.4.11): where the other edge leaves it free, the toasts go there. */
function keepClear(list: HTMLElement | null): void {
  const focused = document.activeElement;
  // A window has its buttons at both of its ends.
  if (!list || !focused || focused === document.body || list.contains(focused) || frontWindow()) return;
  if (!overlap(list, focused)) return;
  list.toggleAttribute(FLIPPED);
  if (overlap(list, focused)) list.toggleAttribute(FLIPPED);
}

function overlap(one: Element, other: Element): boolean {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  return a.top < b.bottom && a.bottom > b.top && a.left < b.right && a.right > b.left;
}

/** The window that was opened last; null where none is. */
function frontWindow(): Element | null {
  const open = document.querySelectorAll('[role="dialog"][data-state="open"], [role="alertdialog"][data-state="open"]');
  return [...open].at(-1) ?? null;
}

function headerEnd(front: ParentNode): number {
  const end = front.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
  return Math.round(Math.max(0, end));
}
