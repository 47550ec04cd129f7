import { useSyncExternalStore } from 'react';
import { applyTheme } from '#shared/ui/apply-theme.ts';

type Theme = 'light' | 'dark';

const STORAGE_KEY = 'theme';
const listeners = new Set<() => void>();

/** The theme of the page and a function that changes it, for this page and for later visits. Light on the server. */
export function useTheme(): [theme: Theme, setTheme: (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'light'), chooseTheme];
}

function readTheme(): Theme {
  return document.documentElement.classList.contains('dark') ? 'dark' : 'light';
}

function chooseTheme(theme: Theme): void {
  showTheme(theme);
  try {
    localStorage.setItem(STORAGE_KEY, theme);
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
    const stored = localStorage.getItem(STORAGE_KEY);
    if ((stored === 'dark' || stored === 'light') && stored !== readTheme()) showTheme(stored);
  } catch {
    // Storage can be off: the page keeps the theme it has.
  }
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY) showTheme(event.newValue === 'dark' ? 'dark' : 'light');
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  showStored();
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}
