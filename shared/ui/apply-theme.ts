import { AS_SYSTEM, DEFAULT_THEME, THEMES, type ThemeChoice, themeOf } from '#shared/kernel/themes.ts';

/** Applies a choice of theme to the page: its classes on the root, its paper colour in the page's `theme-color`. */
export function applyTheme(choice: ThemeChoice): void {
  const { name, scheme, paper } = themeOf(choice, darkSystem().matches);
  const { classList } = document.documentElement;
  // Removing a class and adding it again makes the browser restyle the whole page, even if the result is the same.
  const wanted: string[] = [scheme, name];
  for (const each of THEMES.flatMap((theme) => [theme.scheme, theme.name]))
    classList.toggle(each, wanted.includes(each));
  classList.toggle(AS_SYSTEM, choice === AS_SYSTEM);
  // The browser's own bars take the page's colour.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}

/** Returns the choice that is applied to the page. */
export function shownChoice(): ThemeChoice {
  const { classList } = document.documentElement;
  if (classList.contains(AS_SYSTEM)) return AS_SYSTEM;
  // A theme whose name is not its scheme has two classes, and comes after the theme with the scheme's name in the list.
  return (THEMES.findLast(({ name }) => classList.contains(name)) ?? DEFAULT_THEME).name;
}

/** Makes a page that looks like the system follow changes of the system. Returns a function that ends this. */
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
