import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SaxesParser } from 'saxes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountFor, countKinds } from '#tests/exports/account-for.ts';
import { makeWordpressExport } from '#tests/exports/wordpress-export-file.ts';
import { isWhole } from '#tests/share.ts';
import { openSource } from '../sources.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'ninefold-wxr-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('every post and item of an export is accounted for once, of both editors', async () => {
  const made = makeWordpressExport(isWhole ? 1000 : 60, { isReal: isWhole });
  const file = path.join(folder, 'oldblog.WordPress.2025-06-01.xml');
  writeFileSync(file, [...made.xml()].join(''));
  const source = await openSource(file);
  const { posts, unread, items } = await accountFor(source);
  await source.close();
  expect(source).toMatchObject({ program: 'WordPress 6.8.1', siteUrl: 'https://old.example' });
  expect(unread).toEqual([]);
  expect(posts).toHaveLength(made.posts);
  expect(items).toHaveLength(made.items);
  expect(new Set([...posts, ...items].map(({ file: name }) => name)).size).toBe(made.posts + made.items);
  expect(countKinds(items)).toMatchObject({ author: 2, category: 5, menu: 1, 'menu item': 5, 'style sheet': 1 });
});

test('a made-up export has the elements of one that WordPress 6.5.5 made', () => {
  const file = path.join(import.meta.dirname, 'fixtures/wordpress-6-elements.json');
  const elements: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'));
  expect(elementsOf([...makeWordpressExport(30).xml()].join(''))).toEqual(elements);
});

/** The names of the elements that stand in each element; XML that does not parse throws. */
function elementsOf(xml: string): Record<string, string[]> {
  const found = new Map<string, Set<string>>();
  const open: string[] = [];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name }) => {
    const parent = open.at(-1);
    if (parent !== undefined) found.set(parent, (found.get(parent) ?? new Set()).add(name));
    open.push(name);
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  return Object.fromEntries([...found].map(([parent, names]) => [parent, [...names].sort()]));
}
