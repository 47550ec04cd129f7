import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { THEME_COLORS } from './theme-script.ts';

test('the browser’s bars have the colour of the paper, in both themes', () => {
  const css = readFileSync(new URL('../../../shared/ui/theme.css', import.meta.url), 'utf8');
  expect([...css.matchAll(/--paper: (#[0-9a-f]{6});/g)].map(([, colour]) => colour)).toEqual([...THEME_COLORS]);
});
