import type { KeyValue } from '#shared/admin/ports.ts';
import { applyTheme } from '#shared/ui/apply-theme.ts';

/** The key the admin's switch keeps its theme under. It is the app's, whichever server is in use. */
export const THEME_KEY = 'theme';

/** Puts on the page the theme that was chosen before; the system's, where none was. */
export function showStoredTheme(storage: KeyValue, prefersDark: boolean): void {
  const stored = storage.get(THEME_KEY);
  const isDark = stored === null ? prefersDark : stored === 'dark';
  applyTheme(isDark ? 'dark' : 'light');
}
