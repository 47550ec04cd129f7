import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listCategories } from '#server/repositories/categories.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { bringCodices, exportedCodices } from './codex-exchange.ts';
import { type ImportSite, openImportSite } from './import/import-fixture.ts';

let here: ImportSite;
let there: ImportSite;
beforeEach(async () => {
  here = await openImportSite();
  there = await openImportSite();
});
afterEach(async () => {
  await here.close();
  await there.close();
});

const codex = {
  ...emptyCodex,
  voice: 'Dry.',
  facts: [{ fact: 'Tents leak.', source: 'https://tents.example' }],
  wordsToAvoid: ['leverage'],
  page: 'x'.repeat(15_000),
  isAppended: true,
};
const options = (site: ImportSite) => ({ db: site.db, clock: { now: () => site.time.now }, isDryRun: false });
const codicesOf = (site: ImportSite) => exportedCodices(site.db, { now: () => site.time.now });

test('codices go with an export, also to a site that has not their category, and those that are there stay', async () => {
  await here.db
    .insertInto('categories')
    .values({ slug: 'tents', name: 'Tents', description: '', color: 'category-travel', icon: 'house' })
    .execute();
  const exported = [
    { category: 'technology', codex },
    { category: 'tents', codex: { ...codex, voice: 'Of tents.' } },
  ];
  expect(await bringCodices(options(here), exported)).toEqual({ brought: 2, refused: [] });
  await here.export();
  await bringCodices(options(there), [{ category: 'technology', codex: { ...codex, voice: 'Its own.' } }]);
  const folder = `${here.root}/out`;
  expect(await there.import({ folder, isDryRun: true })).toMatchObject({ codices: 1 });
  expect(await codicesOf(there)).toHaveLength(1);
  expect(await there.import({ folder })).toMatchObject({ codices: 1 });
  expect(await codicesOf(there)).toEqual([
    { category: 'technology', codex: { ...codex, voice: 'Its own.' } },
    { category: 'tents', codex: { ...codex, voice: 'Of tents.' } },
  ]);
  expect(await there.import({ folder })).toMatchObject({ codices: 0 });
});

test('what no export of ours holds is named and stays out, and the rest is brought', async () => {
  await here.export();
  const file = `${here.root}/out/ninefold-export.json`;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  expect(manifest.codices).toEqual([]);
  manifest.codices = [
    { category: 'technology', codex: { ...codex, page: 'x'.repeat(1_000_000) } },
    { category: 'none', codex },
    { category: 'lifestyle', codex: null },
    { category: 'lifestyle', codex: { ...codex, facts: [{ fact: 'A', source: 'javascript:alert(1)' }] } },
    { category: 'lifestyle', codex: { voice: 'Warm.', other: true } },
    { category: 'lifestyle', codex },
  ];
  writeFileSync(file, JSON.stringify(manifest));
  const { codices, skipped } = await there.import({ folder: `${here.root}/out` });
  expect(codices).toBe(1);
  expect(skipped.map(({ message }) => message)).toEqual([
    'The codex of “technology” cannot be read, or is more than a codex may hold',
    'There is no category “none”, which a codex is for',
    'The codex of “lifestyle” cannot be read, or is more than a codex may hold',
    'The codex of “lifestyle” cannot be read, or is more than a codex may hold',
  ]);
  expect(await codicesOf(there)).toEqual([{ category: 'lifestyle', codex: { ...emptyCodex, voice: 'Warm.' } }]);
  expect(await listCategories(there.db, 0)).toHaveLength(2);
});
