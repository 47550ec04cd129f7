import { DEFAULT_THEME, themeSwitch } from '#shared/kernel/themes.ts';
import type { Shell } from '../page-data.ts';
import { NavLink } from '../router.tsx';
import { Icon } from './icon.tsx';
import { SearchForm } from './search-form.tsx';
import { Wordmark } from './wordmark.tsx';

/** Home, About, search, Admin and theme. Below 768 px a menu holds all of them except the theme. */
export function SiteHeader({ shell }: { shell: Shell }) {
  return (
    <header className="site-header border-b border-line" suppressHydrationWarning>
      <div className="page-width flex min-h-16 flex-wrap items-center gap-x-8 py-1 md:min-h-18">
        <Wordmark name={shell.info.name} />
        <nav aria-label="Main" className="site-nav max-md:hidden">
          <NavLink to="/" end>
            Home
          </NavLink>
          <NavLink to="/about">About</NavLink>
        </nav>
        <SearchForm id="header-search" className="ml-auto w-full max-w-66 max-md:hidden md:flex-1" />
        <div className="flex items-center gap-x-1 max-md:ml-auto md:gap-x-4">
          <a href={`${shell.info.writer ?? ''}/admin`} className="site-link max-md:hidden">
            Admin
          </a>
          <ThemeToggle />
          <SideMenu shell={shell} />
        </div>
      </div>
    </header>
  );
}

/**
 * Switches to the next theme, and shows the current one. `browser/enhancer/theme-toggle.ts` handles the press and sets
 * the button's state, outside React. It needs JavaScript, and is not shown without it.
 */
function ThemeToggle() {
  return (
    <button type="button" className="icon-button js-only theme-toggle">
      <Icon name="moon" className="theme-dark size-5" />
      <Icon name="monitor" className="theme-system size-5" />
      <Icon name="sun" className="theme-light size-5" />
      <span className="sr-only" suppressHydrationWarning>
        {themeSwitch(DEFAULT_THEME.name).label}
      </span>
    </button>
  );
}

/** The slide-in menu below 768 px: search box and links. `browser/comforts/side-menu.ts` closes it, outside React. */
function SideMenu({ shell }: { shell: Shell }) {
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
