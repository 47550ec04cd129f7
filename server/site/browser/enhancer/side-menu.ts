/**
 * The slide-in menu: `<details>` opens and closes it without JavaScript; with it, it closes when a link is chosen, at a
 * search, on Escape and on a click beside it, and holds focus while it is open.
 */
export function startSideMenu(): void {
  document.addEventListener('click', ({ target }) => {
    const menu = menuOf(target);
    if (menu && target instanceof Element && target.closest('a, .side-menu-backdrop')) menu.open = false;
  });
  document.addEventListener('submit', ({ target }) => {
    const menu = menuOf(target);
    if (menu && target instanceof HTMLFormElement && String(new FormData(target).get('q') ?? '').trim())
      menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    const menu = menuOf(event.target);
    if (!menu?.open) return;
    if (event.key === 'Tab') keepFocusInside(event, menu);
    if (event.key !== 'Escape') return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}

function menuOf(target: EventTarget | null): HTMLDetailsElement | null {
  return target instanceof Element ? target.closest<HTMLDetailsElement>('.side-menu') : null;
}

function keepFocusInside(event: KeyboardEvent, menu: HTMLElement): void {
  const stops = menu.querySelectorAll<HTMLElement>('summary, a, input');
  const first = stops[0];
  const last = stops[stops.length - 1];
  if (event.shiftKey && document.activeElement === first) {
    event.preventDefault();
    last?.focus();
  } else if (!event.shiftKey && document.activeElement === last) {
    event.preventDefault();
    first?.focus();
  }
}
