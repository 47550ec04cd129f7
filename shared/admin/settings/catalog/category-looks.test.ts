import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { categoryColors, categoryIcons } from './category-looks.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it('every hue there is can be chosen', () => {
  const classes = [...read('../../../ui/categories.css').matchAll(/^\.(category-[\w-]+) \{/gm)].map(([, name]) => name);
  expect(categoryColors.map(([name]) => name).toSorted()).toEqual(classes.toSorted());
});

it('every drawing the reading site has for categories can be chosen', () => {
  const list = /CATEGORY_ICONS = \[([^\]]*)\]/.exec(read('../../../../server/site/category-icons.ts'))?.[1] ?? '';
  const drawings = [...list.matchAll(/'([\w-]+)'/g)].map(([, name]) => name);
  expect(categoryIcons.map(([name]) => name).toSorted()).toEqual(drawings.toSorted());
});
