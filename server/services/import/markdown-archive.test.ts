import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeZip, renamed } from '#tests/exports/make-zip.ts';
import { type ImportSite, markdown, openImportSite, picture } from './import-fixture.ts';
import { openSource } from './sources.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const importZip = async (zip: Buffer) => {
  site.write('site.zip', zip);
  return site.import({ source: await openSource(path.join(site.root, 'site.zip')) });
};

test('Markdown in an archive comes in with its pictures, like that in a folder', async () => {
  const report = await importZip(
    await makeZip({
      'my-site/_posts/2014-03-12-tea.md': markdown('title: Tea', 'Hot. ![A cup](../assets/cup.png)'),
      'my-site/assets/cup.png': await picture(),
      'my-site/notes.txt': 'nothing',
    }),
  );
  expect(report).toMatchObject({ created: 1, skipped: [], picturesStored: 1, lostPictures: [] });
  expect((await site.posts())[0]?.content).toMatch(/^Hot\. !\[A cup\]\(\/uploads\//);
});

test('an export of ours that was packed changes nothing when it comes in again', async () => {
  site.write('posts/a.md', markdown('title: Tea\ntags: [hot]', 'Hot ![](cup.png)'));
  site.write('posts/cup.png', await picture());
  await site.import();
  await site.export();
  const out = path.join(site.root, 'out');
  const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const packed = Object.fromEntries(
    files.map(({ parentPath, name }) => [
      `export/${path.relative(out, path.join(parentPath, name))}`,
      readFileSync(path.join(parentPath, name)),
    ]),
  );
  expect(await importZip(await makeZip(packed))).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 1,
    picturesStored: 0,
  });
});

test('a file larger than a post can be is told, and the rest comes in', async () => {
  const report = await importZip(await makeZip({ 'a.md': markdown('title: Tea'), 'b.md': 'word '.repeat(1_200_000) }));
  expect(report).toMatchObject({ created: 1, skipped: [{ file: 'b.md', message: 'Is larger than a post can be' }] });
});

test('a name that leads out of the archive writes nothing outside', async () => {
  const zip = renamed(
    await makeZip({ 'aa/aa/evil.md': markdown('title: Evil'), 'a.md': markdown('title: Tea') }),
    'aa/aa/evil.md',
    '../../evil.md',
  );
  expect(await importZip(zip)).toMatchObject({ files: 1, created: 1 });
  expect(existsSync(path.join(site.root, '../evil.md'))).toBe(false);
});

test('template tags that mean nothing here are told by name, those in code are not', async () => {
  site.write(
    'posts/a.md',
    markdown(
      'title: Tea',
      '{% include "x" %} {{< youtube id >}} {% image "a.png" "A" %} `{% raw %}`\n\n{{% note %}}\nWords\n{{% /note %}}',
    ),
  );
  site.write('posts/b.md', markdown('title: Cups', 'Plain {curly} words.'));
  const source = await openSource(path.join(site.root, 'posts'));
  const notes = [];
  for await (const post of source.posts()) notes.push('notes' in post ? post.notes : null);
  expect(notes).toEqual([
    ['Template tags that mean nothing here are left out: {% include %}, {{< youtube >}}, {{% note %}}'],
    [],
  ]);
});
