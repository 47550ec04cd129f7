import { flushSync } from 'react-dom';

/**
 * Shows the next screen with a fade, as loaded documents have it (`chrome.css`); at once where less motion is asked for,
 * and in browsers without view transitions.
 */
export function fade(show: () => void): void {
  // Absent in some browsers, whatever the compiler knows.
  if (!('startViewTransition' in document) || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    show();
    return;
  }
  document
    .startViewTransition(() => flushSync(show))
    .ready.catch(() => {
      // Cut short: by the next one, or in a tab that nobody sees. The screen is shown all the same.
    });
}
