import { createStore, type StoreApi } from 'zustand/vanilla';

/** Whether a pointer is pressed; known only while somebody watches. */
export interface Press {
  readonly isPressing: Pick<StoreApi<boolean>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Watches the pointer; returns a function that ends it. */
  watch(): () => void;
}

/**
 * Watches the pointer over a page (its window), for any number of watchers. A tap arrives as a pointer event first and
 * as a mouse event after it, and the mouse event takes the focus from a field: both are watched. A press ends with
 * `mouseup`, when the target of the click is known; where no mouse event follows, as for a press that became a scroll,
 * it ends one task after the pointer is up.
 */
export function createPress(pageOf: () => Pick<EventTarget, 'addEventListener'>): Press {
  const isPressing = createStore(() => false);
  let watchers = 0;
  let watching: AbortController | null = null;
  let ending: ReturnType<typeof setTimeout> | undefined;

  const end = () => {
    clearTimeout(ending);
    isPressing.setState(false);
  };
  const begin = ({ button }: Partial<MouseEvent>) => {
    clearTimeout(ending);
    if (button === 0) isPressing.setState(true);
  };
  const endSoon = () => {
    clearTimeout(ending);
    ending = setTimeout(end);
  };
  // A native menu or a drag swallows the end of the press that began it.
  const endUnlessHeld = ({ buttons }: Partial<MouseEvent>) => {
    if (buttons === 0) end();
  };

  function listen(): AbortController {
    const page = pageOf();
    const controller = new AbortController();
    // In the capture phase, so that nothing on the page can keep an event from arriving here.
    const options = { capture: true, passive: true, signal: controller.signal };
    for (const name of ['pointerdown', 'mousedown']) page.addEventListener(name, begin, options);
    for (const name of ['mouseup', 'keydown']) page.addEventListener(name, end, options);
    for (const name of ['pointerup', 'pointercancel']) page.addEventListener(name, endSoon, options);
    page.addEventListener('pointermove', endUnlessHeld, options);
    // Only the blur of the window itself: the blur of a field does not bubble, and happens at the start of a press.
    page.addEventListener('blur', end, { signal: controller.signal });
    return controller;
  }

  return {
    isPressing,
    watch() {
      watchers += 1;
      watching ??= listen();
      return () => {
        watchers -= 1;
        if (watchers > 0) return;
        watching?.abort();
        watching = null;
        end();
      };
    },
  };
}
