import { DEFAULT_THEME, findTheme, THEME_KEY, type Theme, themeSwitch } from '#shared/kernel/themes.ts';
import { applyTheme, shownTheme } from '#shared/ui/apply-theme.ts';

/**
 * Has the theme's button choose the next theme, for this page and for later visits, and the page follow what another tab
 * chooses. React renders the button as for the default theme and never touches it again.
 */
export function startThemeToggle(): void {
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('.theme-toggle')) choose(themeSwitch(shownTheme()).next);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(findTheme(newValue) ?? DEFAULT_THEME);
  });
  show(storedTheme() ?? shownTheme());
}

function choose(theme: Theme): void {
  show(theme);
  try {
    localStorage.setItem(THEME_KEY, theme.name);
  } catch (error) {
    // Storage can be off; the choice then lasts for this page.
    console.warn('The theme cannot be remembered', error);
  }
}

function show(theme: Theme): void {
  applyTheme(theme);
  const { label, isPressed } = themeSwitch(theme);
  for (const button of document.querySelectorAll('.theme-toggle')) {
    button.setAttribute('aria-pressed', String(isPressed));
    const name = button.querySelector('.sr-only');
    if (name) name.textContent = label;
  }
}

/** The theme another tab may have chosen since this page's first paint; no event tells of it. */
function storedTheme(): Theme | undefined {
  try {
    return findTheme(localStorage.getItem(THEME_KEY));
  } catch {
    // Storage can be off: the page keeps the theme it has.
    return undefined;
  }
}
