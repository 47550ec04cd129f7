import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { THEME_KEY, type ThemeChoice } from '#shared/kernel/themes.ts';
import { applyTheme, shownChoice } from '#shared/ui/apply-theme.ts';
import { usePorts } from './ports-context.tsx';

/** Null before the owner has chosen anew: what is on the page is the choice. */
const chosen = createStore<{ choice: ThemeChoice | null }>(() => ({ choice: null }));

/** The theme of the site and the admin, and what chooses another. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const { localStorage } = usePorts();
  const { choice } = useStore(chosen);
  return [
    choice ?? shownChoice(),
    (next) => {
      applyTheme(next);
      localStorage.set(THEME_KEY, next);
      chosen.setState({ choice: next });
    },
  ];
}
