/** The parts of a window and its document that tell when a page is going away. */
interface HidingPage {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { readonly visibilityState: string };
}

/**
 * Calls `flush` whenever the page may never be seen again: when it is left, closed, or put in the background, where a
 * phone may end it without notice. Returns the function that stops it.
 */
export function flushOnHide({ window, document }: HidingPage, flush: () => void): () => void {
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') flush();
  };
  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', whenHidden);
  return () => {
    window.removeEventListener('pagehide', flush);
    document.removeEventListener('visibilitychange', whenHidden);
  };
}
