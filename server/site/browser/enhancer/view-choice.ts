import { VIEW_KEY } from '../view-script.ts';
import { remember } from './remember.ts';

/**
 * Lets the Grid and List buttons choose how lists of posts are shown, on this page and on later ones. The choice is an
 * attribute of the root (`data-view`), set before the first paint; styles do the rest.
 */
export function startViewChoice(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('.segment');
    if (!button) return;
    document.documentElement.dataset.view = button.value;
    markView();
    remember(VIEW_KEY, button.value);
  });
  markView();
}

/**
 * Marks the button of the chosen view. The buttons are rendered as if nothing was chosen, and React never touches that
 * again.
 */
export function markView(): void {
  const { view } = document.documentElement.dataset;
  if (!view) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.segment'))
    button.setAttribute('aria-pressed', String(button.value === view));
}
