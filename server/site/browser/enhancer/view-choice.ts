import { VIEW_KEY } from '../view-script.ts';
import { remember } from './remember.ts';

/**
 * Has Grid and List choose how lists of posts are shown, on this page and on later ones. What is chosen stands on the root
 * (`data-view`), where it was put before the first paint; styles do the rest.
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

/** Has the buttons say what was chosen. They are drawn as nobody had, and React never touches that again. */
export function markView(): void {
  const { view } = document.documentElement.dataset;
  if (!view) return;
  for (const button of document.querySelectorAll<HTMLButtonElement>('.segment'))
    button.setAttribute('aria-pressed', String(button.value === view));
}
