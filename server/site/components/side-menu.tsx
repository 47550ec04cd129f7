import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { NavLink } from 'react-router-dom';
import type { Shell } from '../page-data.ts';
import { Icon } from './icon.tsx';
import { SearchForm } from './search-form.tsx';

/**
 * The slide-in menu under 768 px: search box and links. `<details>` opens and closes it without JavaScript; with it, it
 * closes when a link is chosen, on Escape and on a click beside it, and holds focus while it is open.
 */
export function SideMenu({ shell }: { shell: Shell }) {
  const menu = useRef<HTMLDetailsElement>(null);

  function close() {
    if (menu.current) menu.current.open = false;
  }

  function onKeyDown(event: KeyboardEvent) {
    if (!menu.current?.open) return;
    if (event.key === 'Escape') {
      close();
      menu.current.querySelector('summary')?.focus();
    }
    if (event.key === 'Tab') keepFocusInside(event, menu.current);
  }

  function onClick(event: MouseEvent) {
    const target = event.target as Element;
    if (target.closest('a') || target.matches('.side-menu-backdrop')) close();
  }

  return (
    <details ref={menu} className="side-menu md:hidden" onKeyDown={onKeyDown} onClick={onClick}>
      <summary className="icon-button">
        <Icon name="menu" className="side-menu-closed size-6" />
        <Icon name="x" className="side-menu-opened size-6" />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="side-menu-backdrop" />
      <nav aria-label="Menu" className="side-menu-panel">
        <SearchForm id="menu-search" onSearch={close} />
        <ul className="mt-6 font-serif text-2xl font-semibold">
          <li>
            <NavLink to="/" end>
              Home
            </NavLink>
          </li>
          <li>
            <NavLink to="/about">About</NavLink>
          </li>
          <li>
            <NavLink to="/contact">Contact</NavLink>
          </li>
          <li>
            <a href="/admin">Admin</a>
          </li>
        </ul>
        <p className="mt-auto pt-8 text-sm text-muted">{shell.info.tagline}</p>
      </nav>
    </details>
  );
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
