import { expect, test } from 'vitest';
import { postPage, shell } from './pages/page-fixtures.ts';
import { postCardPath, siteCardPath } from './share-card.ts';

const path = (changes: Partial<typeof postPage> = {}, name = 'Ninefold') =>
  postCardPath({ ...postPage, ...changes }, { name });

test('the address of a card changes with what it shows, and with nothing else', () => {
  expect(path()).toMatch(/^\/og\/post\/a-table-for-twelve\/[0-9a-f]{14}\.png$/);
  expect(path({ excerpt: 'Another', views: 7, version: 9, html: '' })).toBe(path());
  const others = [
    path({ title: 'Another' }),
    path({ category: { ...postPage.category, name: 'Another' } }),
    path({ category: { ...postPage.category, color: 'category-travel' } }),
    path({}, 'Another'),
  ];
  expect(new Set([path(), ...others]).size).toBe(5);
  expect(siteCardPath({ ...shell.info, tagline: 'Another' })).not.toBe(siteCardPath(shell.info));
});
