import { useTheme } from '../theme.ts';
import { Icon } from './icon.tsx';

/** Switches between light and dark. Needs JavaScript, and is not there without. */
export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  return (
    <button
      type="button"
      className="icon-button js-only"
      aria-pressed={theme === 'dark'}
      onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
    >
      <Icon name="sun" className="hidden size-5 dark:block" />
      <Icon name="moon" className="size-5 dark:hidden" />
      <span className="sr-only">Dark theme</span>
    </button>
  );
}
