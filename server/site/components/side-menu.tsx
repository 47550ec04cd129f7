import type { Shell } from '../page-data.ts';
import { NavLink } from '../router.tsx';
import { Icon } from './icon.tsx';
import { SearchForm } from './search-form.tsx';

/** The slide-in menu under 768 px: search box and links. `browser/enhancer/side-menu.ts` closes it, past React. */
export function SideMenu({ shell }: { shell: Shell }) {
  return (
    <details className="side-menu md:hidden" suppressHydrationWarning>
      <summary className="icon-button">
        <Icon name="menu" className="side-menu-closed size-6" />
        <Icon name="x" className="side-menu-opened size-6" />
        <span className="sr-only">Menu</span>
      </summary>
      <div className="side-menu-backdrop" />
      <nav aria-label="Menu" className="side-menu-panel">
        <SearchForm id="menu-search" />
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
            <a href={`${shell.info.writer ?? ''}/admin`}>Admin</a>
          </li>
        </ul>
        <p className="mt-auto pt-8 text-sm text-muted">{shell.info.tagline}</p>
      </nav>
    </details>
  );
}
