import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { THEME_KEY, type ThemeChoice } from '#shared/kernel/themes.ts';
import { applyTheme, shownChoice } from '#shared/ui/apply-theme.ts';
import { usePorts } from './ports-context.tsx';

/** Null until the owner makes a choice here: until then the choice is the one on the page. */
const chosen = createStore<{ choice: ThemeChoice | null }>(() => ({ choice: null }));

/** Returns the theme of the site and the admin, and a function that chooses another. */
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
