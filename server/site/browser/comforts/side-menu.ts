/**
 * Gives the slide-in menu what `<details>` lacks: it closes when a link is chosen, at a search, on Escape and on a
 * click beside it, and keeps the focus inside while it is open. It begins with the first event in the menu; the event
 * that happened while this module was loading is handled now, except for the focus.
 */
export function use(_menu: HTMLElement, event: Event): void {
  if (event instanceof KeyboardEvent) closeForEscape(event);
  else closeForChoice(event);
}

document.addEventListener('click', closeForChoice);
// In the capture phase, before React clears the search box.
document.addEventListener('submit', closeForSearch, true);
document.addEventListener('keydown', closeForEscape);
document.addEventListener('keydown', keepFocusInside);

function closeForChoice({ target }: Event): void {
  const menu = menuOf(target);
  if (menu && target instanceof Element && target.closest('a, .side-menu-backdrop')) menu.open = false;
}

function closeForSearch({ target }: Event): void {
  const menu = menuOf(target);
  if (menu && target instanceof HTMLFormElement && String(new FormData(target).get('q') ?? '').trim())
    menu.open = false;
}

function menuOf(target: EventTarget | null): HTMLDetailsElement | null {
  return target instanceof Element ? target.closest<HTMLDetailsElement>('.side-menu') : null;
}

function closeForEscape({ target, key }: KeyboardEvent): void {
  const menu = menuOf(target);
  if (key !== 'Escape' || !menu?.open) return;
  menu.open = false;
  menu.querySelector('summary')?.focus();
}

function keepFocusInside(event: KeyboardEvent): void {
  const menu = menuOf(event.target);
  if (event.key !== 'Tab' || !menu?.open) return;
  const stops = menu.querySelectorAll<HTMLElement>('summary, a, input');
  const [from, to] = event.shiftKey ? [stops[0], stops[stops.length - 1]] : [stops[stops.length - 1], stops[0]];
  if (document.activeElement !== from) return;
  event.preventDefault();
  to?.focus();
}
