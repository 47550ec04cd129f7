/** The key of the browser's storage under which the chosen theme is kept, by name. */
export const THEME_KEY = 'theme';

export interface Theme {
  /** Its class on the root of the page, and its name in the browser's storage: never changed. */
  name: string;
  /** What the button is called that turns it on. */
  label: string;
  /** What its ground is, for the browser's own parts and the rules for dark grounds; a class on the root too. */
  scheme: 'light' | 'dark';
  /** `--paper` in `shared/ui/theme.css`, for what is drawn outside of the page. */
  paper: string;
}

const light: Theme = { name: 'light', label: 'Light theme', scheme: 'light', paper: '#fbfaf7' };
const dark: Theme = { name: 'dark', label: 'Dark theme', scheme: 'dark', paper: '#131418' };

/** Every theme, in the order the button goes through them. Those named as their scheme come first. */
export const THEMES: readonly Theme[] = [light, dark];

/** Shown where none was chosen, and without scripts. */
export const DEFAULT_THEME = light;

/**
 * What is kept in a theme's place where the page is to look as the system does, in either of the first two themes. A
 * class of the root too, beside those of the theme that is shown.
 */
export const AS_SYSTEM = 'system';

/** A theme by its name, or {@link AS_SYSTEM}. */
export type ThemeChoice = string;

/** What can be chosen, in the order the button goes through it: every theme, then as the system. */
export const THEME_CHOICES: readonly { choice: ThemeChoice; label: string }[] = [
  ...THEMES.map(({ name, label }) => ({ choice: name, label })),
  { choice: AS_SYSTEM, label: 'System theme' },
];

/** The choice that is kept as `stored`; undefined for what is none. */
export function findChoice(stored: string | null): ThemeChoice | undefined {
  return THEME_CHOICES.find(({ choice }) => choice === stored)?.choice;
}

/** The theme that a choice shows on a system that prefers dark themes, or does not. */
export function themeOf(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice === AS_SYSTEM) return themeOfScheme(prefersDark ? 'dark' : 'light');
  return THEMES.find(({ name }) => name === choice) ?? DEFAULT_THEME;
}

/** The theme of a scheme the system asks for. */
export function themeOfScheme(scheme: Theme['scheme']): Theme {
  return scheme === 'dark' ? dark : light;
}

/** What pressing the theme's button chooses next, and what the button is called while `choice` holds: after that. */
export function themeSwitch(choice: ThemeChoice): { next: ThemeChoice; label: string } {
  const after = THEME_CHOICES.findIndex((each) => each.choice === choice) + 1;
  const { choice: next, label } = THEME_CHOICES[after % THEME_CHOICES.length] ?? {
    choice: light.name,
    label: light.label,
  };
  return { next, label };
}
