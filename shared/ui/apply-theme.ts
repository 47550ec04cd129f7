import { AS_SYSTEM, DEFAULT_THEME, THEMES, type ThemeChoice, themeOf } from '#shared/kernel/themes.ts';

/** Puts what was chosen on the page: its classes on the root, its paper in the page's `theme-color`. */
export function applyTheme(choice: ThemeChoice): void {
  const { name, scheme, paper } = themeOf(choice, darkSystem().matches);
  const { classList } = document.documentElement;
  // A class that goes and comes back, though it is the same in the end, has the browser style the whole page anew.
  const wanted: string[] = [scheme, name];
  for (const each of THEMES.flatMap((theme) => [theme.scheme, theme.name]))
    classList.toggle(each, wanted.includes(each));
  classList.toggle(AS_SYSTEM, choice === AS_SYSTEM);
  // The browser's own bars take the page's colour.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}

/** The choice that is on the page. */
export function shownChoice(): ThemeChoice {
  const { classList } = document.documentElement;
  if (classList.contains(AS_SYSTEM)) return AS_SYSTEM;
  // A theme that is not named as its scheme has two classes, and stands behind the one that has the scheme's name.
  return (THEMES.findLast(({ name }) => classList.contains(name)) ?? DEFAULT_THEME).name;
}

/** Has a page that looks as the system does follow when the system changes. Returns a function that ends it. */
export function followSystem(): () => void {
  const system = darkSystem();
  const follow = () => {
    if (shownChoice() === AS_SYSTEM) applyTheme(AS_SYSTEM);
  };
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
}

function darkSystem(): MediaQueryList {
  return matchMedia('(prefers-color-scheme: dark)');
}
