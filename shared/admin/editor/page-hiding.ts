/** The part of a window and its document that say a page is going away. */
interface HidingPage {
  window: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
  document: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> & { readonly visibilityState: string };
}

/**
 * Calls `flush` whenever the page may never be seen again: it is left, closed or put in the background, where a phone
 * ends it without another word. Answers the function that stops it.
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
