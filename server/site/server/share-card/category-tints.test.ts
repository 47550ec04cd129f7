import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CATEGORY_HUES, categoryTints, TINTS } from './category-tints.ts';

const css = (name: string) => readFileSync(new URL(`../../../../shared/ui/${name}.css`, import.meta.url), 'utf8');

test('the hues are those of the pages', () => {
  const hues = [...css('categories').matchAll(/^\.(category-[\w-]+) \{\s+--hue: (\d+);\s+--chroma: ([\d.]+);/gm)];
  expect(Object.fromEntries(CATEGORY_HUES)).toEqual(
    Object.fromEntries(hues.map(([, name = '', hue, chroma]) => [name, { hue: Number(hue), chroma: Number(chroma) }])),
  );
});

test('the tints are those of the light theme', () => {
  const [light = ''] = css('theme').split('\n.dark {');
  const read = (name: string) => Number(new RegExp(`--category-${name}: ([\\d.]+)`).exec(light)?.[1]);
  const tint = (name: string) => ({ lightness: read(`${name}lightness`) / 100, chroma: read(`${name}chroma-limit`) });
  expect(TINTS).toEqual({ strong: tint(''), mid: tint('mid-'), soft: tint('soft-') });
});

test('a colour is what browsers make of it; one that is none of ours is the accent', () => {
  // oklch(0.48 0.14 255) as Chromium paints it.
  expect(categoryTints('category-technology').strong).toBe('#195daa');
  expect(categoryTints('"><script>')).toEqual(categoryTints(''));
});
