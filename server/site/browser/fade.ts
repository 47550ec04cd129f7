import { flushSync } from 'react-dom';
import type { CarriedPicture } from './carry-picture.ts';

/**
 * Shows the next screen with a fade, as loaded documents have it (`chrome.css`), a picture of both going from its place in
 * the one to that in the other; at once where less motion is asked for, and in browsers without view transitions.
 */
export function fade(show: () => void, carry: () => CarriedPicture | undefined): void {
  // Absent in some browsers, whatever the compiler knows.
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show();
    return;
  }
  const picture = carry();
  const { ready, finished } = document.startViewTransition(() => {
    flushSync(show);
    picture?.arrive();
  });
  ready.catch(() => {
    // Cut short: by the next one, or in a tab that nobody sees. The screen is shown all the same.
  });
  const end = () => picture?.end();
  finished.then(end, end);
}
