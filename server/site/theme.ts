import { useSyncExternalStore } from 'react';
import { DEFAULT_THEME, findTheme, THEME_KEY, type Theme } from '#shared/kernel/themes.ts';
import { applyTheme, shownTheme } from '#shared/ui/apply-theme.ts';

const listeners = new Set<() => void>();

/** The theme of the page and a function that changes it, for this page and for later visits. The default on the server. */
export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, shownTheme, () => DEFAULT_THEME), chooseTheme];
}

function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(THEME_KEY, theme.name);
  } catch (error) {
    // Storage can be off; the choice then lasts for this page.
    console.warn('The theme cannot be remembered', error);
  }
}

function showTheme(theme: Theme): void {
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/**
 * Takes over the theme another tab has chosen between this page's first paint and the start of its scripts. No event
 * tells of it.
 */
function showStored(): void {
  try {
    const stored = findTheme(localStorage.getItem(THEME_KEY));
    if (stored && stored !== shownTheme()) showTheme(stored);
  } catch {
    // Storage can be off: the page keeps the theme it has.
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === THEME_KEY) showTheme(findTheme(event.newValue) ?? DEFAULT_THEME);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  showStored();
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
