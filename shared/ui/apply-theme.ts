import { DEFAULT_THEME, THEMES, type Theme } from '#shared/kernel/themes.ts';

/** Puts a theme on the page: its classes on the root, its paper in the page's `theme-color`. */
export function applyTheme({ name, scheme, paper }: Theme): void {
  const { classList } = document.documentElement;
  for (const other of THEMES) classList.remove(other.scheme, other.name);
  classList.add(scheme, name);
  // The browser's own bars take the page's colour.
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', paper);
}

/** The theme that is on the page. */
export function shownTheme(): Theme {
  const { classList } = document.documentElement;
  // A theme that is not named as its scheme has two classes, and stands behind the one that has the scheme's name.
  return THEMES.findLast(({ name }) => classList.contains(name)) ?? DEFAULT_THEME;
}
