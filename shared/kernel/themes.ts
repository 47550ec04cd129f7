/** The key in the browser's storage under which the name of the chosen theme is kept. */
export const THEME_KEY = 'theme';

export interface Theme {
  /** The theme's class on the root of the page, and its name in the browser's storage: never changed. */
  name: string;
  /** The label of the button that selects the theme. */
  label: string;
  /**
   * Whether the background is light or dark, for the browser's own controls and the rules for dark backgrounds; also a
   * class on the root.
   */
  scheme: 'light' | 'dark';
  /** The value of `--paper` in `shared/ui/theme.css`, for everything drawn outside the page. */
  paper: string;
}

const light: Theme = { name: 'light', label: 'Light theme', scheme: 'light', paper: '#fbfaf7' };
const dark: Theme = { name: 'dark', label: 'Dark theme', scheme: 'dark', paper: '#131418' };

/** Every theme, in the order in which the button goes through them. Themes with the name of their scheme come first. */
export const THEMES: readonly Theme[] = [light, dark];

/** The theme that is shown where none was chosen, and without scripts. */
export const DEFAULT_THEME = light;

/**
 * The value that is stored instead of a theme's name where the page is to look like the system, in one of the first two
 * themes. It is also a class of the root, besides those of the shown theme.
 */
export const AS_SYSTEM = 'system';

/** The name of a theme, or {@link AS_SYSTEM}. */
export type ThemeChoice = string;

/** The choices, in the order in which the button goes through them: every theme, then like the system. */
export const THEME_CHOICES: readonly { choice: ThemeChoice; label: string }[] = [
  ...THEMES.map(({ name, label }) => ({ choice: name, label })),
  { choice: AS_SYSTEM, label: 'System theme' },
];

/** Returns the choice that is stored as `stored`; undefined for a value that is no choice. */
export function findChoice(stored: string | null): ThemeChoice | undefined {
  return THEME_CHOICES.find(({ choice }) => choice === stored)?.choice;
}

/** Returns the theme of a choice on a system that prefers dark themes, or does not. */
export function themeOf(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice === AS_SYSTEM) return themeOfScheme(prefersDark ? 'dark' : 'light');
  return THEMES.find(({ name }) => name === choice) ?? DEFAULT_THEME;
}

/** Returns the theme for the scheme that the system asks for. */
export function themeOfScheme(scheme: Theme['scheme']): Theme {
  return scheme === 'dark' ? dark : light;
}

/**
 * Returns the choice that pressing the theme's button selects next, and the label of the button while `choice` is
 * selected, which names the next choice.
 */
export function themeSwitch(choice: ThemeChoice): { next: ThemeChoice; label: string } {
  const after = THEME_CHOICES.findIndex((each) => each.choice === choice) + 1;
  const { choice: next, label } = THEME_CHOICES[after % THEME_CHOICES.length] ?? {
    choice: light.name,
    label: light.label,
  };
  return { next, label };
}
