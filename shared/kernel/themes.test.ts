import { expect, test } from 'vitest';
import { AS_SYSTEM, DEFAULT_THEME, findChoice, THEMES, themeOf, themeOfScheme, themeSwitch } from './themes.ts';

test('the button goes through all themes, then as the system does, and comes back', () => {
  const chosen = [DEFAULT_THEME.name];
  for (let { next } = themeSwitch(DEFAULT_THEME.name); next !== DEFAULT_THEME.name; { next } = themeSwitch(next))
    chosen.push(next);
  expect(chosen).toEqual([...THEMES.map(({ name }) => name), AS_SYSTEM]);
});

test('the button is called after what it turns on', () => {
  expect(themeSwitch('light')).toEqual({ next: 'dark', label: 'Dark theme' });
  expect(themeSwitch(THEMES.at(-1)?.name ?? '')).toEqual({ next: AS_SYSTEM, label: 'System theme' });
  expect(themeSwitch(AS_SYSTEM)).toEqual({ next: 'light', label: 'Light theme' });
});

test('themes that are named as their scheme stand before others of it', () => {
  for (const scheme of ['light', 'dark'] as const)
    expect(THEMES.find((theme) => theme.scheme === scheme)).toBe(themeOfScheme(scheme));
});

test('as the system is dark or light with it, a theme is itself on every system', () => {
  expect([true, false].map((prefersDark) => themeOf(AS_SYSTEM, prefersDark).scheme)).toEqual(['dark', 'light']);
  for (const theme of THEMES)
    for (const prefersDark of [true, false]) expect(themeOf(theme.name, prefersDark)).toBe(theme);
});

test('what is no choice counts as none, and shows the default theme', () => {
  expect(findChoice('dark')).toBe('dark');
  expect(findChoice(AS_SYSTEM)).toBe(AS_SYSTEM);
  for (const stored of [null, '', 'Dark', 'constructor']) expect(findChoice(stored)).toBeUndefined();
  expect(themeOf('constructor', true)).toBe(DEFAULT_THEME);
});
