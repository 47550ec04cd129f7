import type { KeyValue } from '#shared/admin/ports.ts';
import { DEFAULT_THEME, findTheme, THEME_KEY, themeOfScheme } from '#shared/kernel/themes.ts';
import { applyTheme } from '#shared/ui/apply-theme.ts';

/** Puts on the page the theme that was chosen before, whichever server is in use; the system's, where none was. */
export function showStoredTheme(storage: KeyValue, prefersDark: boolean): void {
  const stored = storage.get(THEME_KEY);
  const unchosen = themeOfScheme(prefersDark ? 'dark' : 'light');
  applyTheme(stored === null ? unchosen : (findTheme(stored) ?? DEFAULT_THEME));
}
