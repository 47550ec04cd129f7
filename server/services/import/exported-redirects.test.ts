import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertPathRedirect, listPathRedirects } from '#server/repositories/path-redirects.ts';
import { MOST_REDIRECTS } from '#shared/contract/redirects.ts';
import { bringRedirects } from './exported-redirects.ts';
import { type ImportSite, openImportSite } from './import-fixture.ts';

let site: ImportSite;
beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const bring = (list: [string, string][], isDryRun = false) =>
  bringRedirects(
    site.db,
    list.map(([path, target]) => ({ path, target, status: 301 })),
    { now: 0, isDryRun },
  );
const kept = async () => (await listPathRedirects(site.db)).map(({ path, target }) => [path, target]);
const add = (path: string, target: string) =>
  insertPathRedirect(site.db, { path, target, targetPath: target, status: 302, now: 0 });

test('redirects come back with an export, and those that are here stay', async () => {
  await add('/a', '/about');
  await add('/caf%C3%A9?p=1', '/terms');
  await site.export();
  await site.db.deleteFrom('path_redirects').where('path', '<>', '/a').execute();
  await site.db.updateTable('path_redirects').set({ target: '/contact' }).execute();
  const folder = `${site.root}/out`;
  expect(await site.import({ folder, isDryRun: true })).toMatchObject({ redirects: 1 });
  expect(await kept()).toEqual([['/a', '/contact']]);
  expect(await site.import({ folder })).toMatchObject({ redirects: 1 });
  expect(await kept()).toEqual([
    ['/a', '/contact'],
    ['/caf%C3%A9?p=1', '/terms'],
  ]);
  expect(await site.import({ folder })).toMatchObject({ redirects: 0 });
});

test('what no export of ours holds stays out', async () => {
  await add('/here', '/end');
  const hostile: [string, string][] = [
    ['/x', 'javascript:alert(1)'],
    ['/x', '//evil.example'],
    ['//evil.example', '/about'],
    ['https://evil.example/', '/about'],
    ['/self', '/self'],
    ['/one', '/two'],
    ['/two', '/one'],
    ['/chain', '/here'],
    ['/end', '/here'],
    ['/fine/', 'https://example.org/a'],
    ['/fine', '/about'],
  ];
  expect(await bring(hostile)).toBe(1);
  expect(await kept()).toEqual([
    ['/fine', 'https://example.org/a'],
    ['/here', '/end'],
  ]);
});

test('a site that has moved once brings more of them than an owner may type', async () => {
  const many = Array.from({ length: MOST_REDIRECTS + 1 }, (_, index): [string, string] => [`/old/${index}`, '/about']);
  expect(await bring(many, true)).toBe(many.length);
});
