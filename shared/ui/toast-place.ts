import { type RefObject, useLayoutEffect } from 'react';

/**
 * Keeps the toasts clear of what is pressed while they are there: `--toast-top` on their list is where the header of
 * what is in front ends, in pixels from the top of the page's window, and `data-over` says that a window is open in
 * front. One that leaves them room above itself is left alone.
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
    };
    place();
    // Windows come and go as children of the page's body.
    const windows = new MutationObserver(place);
    windows.observe(document.body, { childList: true });
    addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    return () => {
      growth.disconnect();
      windows.disconnect();
      removeEventListener('scroll', place);
      removeEventListener('resize', place);
    };
  }, [list, isShown]);
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
