import type { KeyValue } from '#shared/admin/ports.ts';
import { AS_SYSTEM, DEFAULT_THEME, findChoice, THEME_KEY } from '#shared/kernel/themes.ts';
import { applyTheme } from '#shared/ui/apply-theme.ts';

/** Puts on the page what was chosen before, whichever server is in use; as the system looks, where nothing was. */
export function showStoredTheme(storage: KeyValue): void {
  const stored = storage.get(THEME_KEY);
  applyTheme(stored === null ? AS_SYSTEM : (findChoice(stored) ?? DEFAULT_THEME.name));
}
