/** The key of the browser's storage under which the chosen theme is kept, by name. */
export const THEME_KEY = 'theme';

export interface Theme {
  /** Its class on the root of the page, and its name in the browser's storage: never changed. */
  name: string;
  /** What the switch is called that turns it on. */
  label: string;
  /** What its ground is, for the browser's own parts and the rules for dark grounds; a class on the root too. */
  scheme: 'light' | 'dark';
  /** `--paper` in `shared/ui/theme.css`, for what is drawn outside of the page. */
  paper: string;
}

const light: Theme = { name: 'light', label: 'Light theme', scheme: 'light', paper: '#fbfaf7' };
const dark: Theme = { name: 'dark', label: 'Dark theme', scheme: 'dark', paper: '#131418' };

/** Every theme, in the order the switch goes through them. Those named as their scheme come first. */
export const THEMES: readonly Theme[] = [light, dark];

/** Shown where none was chosen, and without scripts. */
export const DEFAULT_THEME = light;

/** The theme that is kept under a name; undefined for a name no theme has. */
export function findTheme(name: string | null): Theme | undefined {
  return THEMES.find((theme) => theme.name === name);
}

/** The theme that is shown where the system asks for a scheme and nobody has chosen. */
export function themeOfScheme(scheme: Theme['scheme']): Theme {
  return scheme === 'dark' ? dark : light;
}

/**
 * The switch of themes while `theme` is shown: pressing it shows `next`. It is named after the theme that is on, and
 * pressed; with the default theme it is named after the one it would turn on.
 */
export function themeSwitch(theme: Theme): { next: Theme; label: string; isPressed: boolean } {
  const next = THEMES[THEMES.indexOf(theme) + 1] ?? DEFAULT_THEME;
  const isPressed = theme !== DEFAULT_THEME;
  return { next, label: isPressed ? theme.label : next.label, isPressed };
}
