import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountFor, countKinds } from '#tests/exports/account-for.ts';
import { makeGhostExport } from '#tests/exports/ghost-export-file.ts';
import { isWhole } from '#tests/share.ts';
import { openSource } from '../sources.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'ninefold-ghost-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = async (json: string) => {
  const file = path.join(folder, 'old-blog.ghost.2025-06-01.json');
  writeFileSync(file, json);
  return openSource(file);
};

test('every post and item of an export is accounted for once, whichever format its text is in', async () => {
  const made = makeGhostExport(isWhole ? 1000 : 60, isWhole);
  const source = await open(made.json);
  const { posts, unread, items } = await accountFor(source);
  await source.close();
  expect(source.program).toBe('Ghost 6.2.0');
  expect(unread).toEqual([]);
  expect(posts).toHaveLength(made.posts);
  expect(items).toHaveLength(made.items);
  expect(new Set([...posts, ...items].map(({ file }) => file)).size).toBe(made.posts + made.items);
  expect(countKinds(items)).toMatchObject({
    ...{ author: 3, 'internal tag': 1, snippet: 1, newsletter: 1, tier: 2, 'benefit of a tier': 1, offer: 1 },
    ...{ menu: 2, 'injected code': 1, 'label of members': 1, comment: Math.ceil(made.posts / 3) },
    revision: Math.ceil(made.posts / 4) + Math.ceil(made.posts / 8),
  });
  for (const [number, { blocks }] of made.texts.entries()) {
    const { body = '' } = posts[number] ?? {};
    const headings = blocks.filter(({ kind }) => kind === 'heading').length;
    expect(body.match(/^#{2} /gm) ?? [], body).toHaveLength(headings);
    if (blocks.some(({ kind }) => kind === 'code')) expect(body).toContain('```');
    expect(body).not.toContain('__GHOST_URL__');
  }
});

test('a made-up export has the tables of one that Ghost 6.65.0 made, and their columns', () => {
  const file = path.join(import.meta.dirname, 'fixtures/ghost-6-columns.json');
  const columns: Record<string, string[]> = JSON.parse(readFileSync(file, 'utf8'));
  const tables: Record<string, object[]> = JSON.parse(makeGhostExport(30).json).db[0].data;
  expect(Object.keys(tables).sort()).toEqual(Object.keys(columns).sort());
  for (const [table, rows] of Object.entries(tables)) {
    for (const row of rows) expect(Object.keys(row).sort(), table).toEqual(columns[table]?.toSorted());
  }
});
