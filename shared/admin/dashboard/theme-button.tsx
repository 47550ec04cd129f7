import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { applyTheme } from '#shared/ui/apply-theme.ts';
import { IconButton } from '#shared/ui/button.tsx';
import { usePorts } from '../ports-context.tsx';

/** The key the reading site keeps its theme under too. */
const THEME_KEY = 'theme';

/** Switches between light and dark, for the site as well. */
export function ThemeButton() {
  const { localStorage } = usePorts();
  const [isDark, setIsDark] = useState(() => document.documentElement.classList.contains('dark'));
  const toggle = () => {
    const next = isDark ? 'light' : 'dark';
    applyTheme(next);
    localStorage.set(THEME_KEY, next);
    setIsDark(next === 'dark');
  };
  return (
    <IconButton label="Dark theme" aria-pressed={isDark} onClick={toggle}>
      {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  );
}
