import { DEFAULT_THEME, findChoice, THEME_KEY, type ThemeChoice, themeSwitch } from '#shared/kernel/themes.ts';
import { applyTheme, followSystem, shownChoice } from '#shared/ui/apply-theme.ts';
import { remember } from './remember.ts';

/**
 * Lets the theme's button choose the next theme, for this page and for later visits. The page also follows a choice
 * made in another tab, and the system where that was chosen. React renders the button as for the default theme and
 * never touches it again.
 */
export function startThemeToggle(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.theme-toggle')) choose(themeSwitch(shownChoice()).next);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(findChoice(newValue) ?? DEFAULT_THEME.name);
  });
  followSystem();
  show(storedChoice() ?? shownChoice());
}

function choose(choice: ThemeChoice): void {
  show(choice);
  remember(THEME_KEY, choice);
}

function show(choice: ThemeChoice): void {
  applyTheme(choice);
  for (const name of document.querySelectorAll('.theme-toggle .sr-only')) name.textContent = themeSwitch(choice).label;
}

/** Returns the choice that another tab may have made since this page's first paint: no event reports it. */
function storedChoice(): ThemeChoice | undefined {
  try {
    return findChoice(localStorage.getItem(THEME_KEY));
  } catch {
    // Storage can be off: then the page keeps its theme.
    return undefined;
  }
}
