import { expect, test } from 'vitest';
import { DEFAULT_THEME, findTheme, THEMES, themeOfScheme, themeSwitch } from './themes.ts';

test('the switch goes through all themes and comes back', () => {
  const shown = [DEFAULT_THEME];
  for (let theme = themeSwitch(DEFAULT_THEME).next; theme !== DEFAULT_THEME; theme = themeSwitch(theme).next)
    shown.push(theme);
  expect(shown).toEqual(THEMES);
});

test('the switch is pressed under its name while another theme than the default one is shown', () => {
  expect(themeSwitch(DEFAULT_THEME)).toMatchObject({ label: 'Dark theme', isPressed: false });
  for (const theme of THEMES.filter((each) => each !== DEFAULT_THEME))
    expect(themeSwitch(theme)).toMatchObject({ label: theme.label, isPressed: true });
});

test('themes that are named as their scheme stand before others of it', () => {
  for (const scheme of ['light', 'dark'] as const)
    expect(THEMES.find((theme) => theme.scheme === scheme)).toBe(themeOfScheme(scheme));
});

test('a name no theme has is no theme', () => {
  expect(findTheme('dark')).toBe(themeOfScheme('dark'));
  for (const name of [null, '', 'Dark', 'constructor']) expect(findTheme(name)).toBeUndefined();
});
