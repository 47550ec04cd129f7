import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listImages } from '#server/repositories/images.ts';
import { createPictureFinder } from './find-picture.ts';
import { type ImportSite, markdown, openImportSite, picture } from './import-fixture.ts';

// Abuse: an import that reads or writes outside of its folders, by name or by link.

let site: ImportSite;
const at = (name: string) => path.join(site.root, name);

beforeEach(async () => {
  site = await openImportSite();
  site.write('outside/secret.png', await picture());
  site.write('outside/secret.md', markdown('title: Secret'));
  site.write('blog/site/posts/a.md', markdown('title: A'));
});
afterEach(() => site.close());

const importFolder = () => site.import({ folder: at('blog/site/posts') });
const stored = async () => (await listImages(site.db, {})).total;

test.each([
  '../../../outside/secret.png',
  '../../../../../../../../../../etc/passwd',
  '/../../../outside/secret.png',
  '..%2f..%2f..%2foutside%2fsecret.png',
  '%2e%2e/%2e%2e/%2e%2e/outside/secret.png',
  '..\\..\\..\\outside\\secret.png',
  'a/../../../../outside/secret.png',
  'secret.png%00.jpg',
  'file:///etc/passwd',
  '%E0%A4%A.png',
  `${'x'.repeat(5000)}.png`,
])('a picture at %s is not read', async (address) => {
  site.write('blog/site/posts/a.md', markdown('title: A', `![Words](<${address}>)`));
  site.write('blog/site/posts/b.md', markdown(`title: B\nimage: "${address.replaceAll('\\', '\\\\')}"`));
  expect(await importFolder()).toMatchObject({ created: 2, picturesStored: 0, skipped: [] });
  expect(await stored()).toBe(0);
  for (const post of await site.posts()) expect(post.featuredImage).toBeNull();
});

test('an absolute path is one from the folder, never from the root of the disk', async () => {
  site.write('blog/site/posts/a.md', markdown('title: A', `![Words](${at('outside/secret.png')})`));
  expect(await importFolder()).toMatchObject({ picturesStored: 0, lostPictures: [{ reason: null }] });
});

test('pictures beside the folder come from folders of pictures that the address names, and from nowhere else', async () => {
  const bytes = await Promise.all(['#111111', '#222222', '#333333', '#444444'].map((colour) => picture(colour)));
  const beside = ['blog/site/assets/one.png', 'blog/images/two.png', 'blog/site/secret.png', 'blog/private/secret.png'];
  for (const [at, name] of beside.entries()) site.write(name, bytes[at] ?? '');
  const taken = ['/assets/one.png', '../../images/two.png'];
  const refused = [
    '/secret.png',
    '../secret.png',
    '/private/secret.png',
    '../../private/secret.png',
    '/assets/../secret.png',
    '../assets/../secret.png',
    '/site/secret.png',
    '../../site/secret.png',
  ];
  const body = [...taken, ...refused].map((address) => `![Words](${address})`).join('\n\n');
  site.write('blog/site/posts/a.md', markdown('title: A', body));
  const report = await importFolder();
  expect(report.lostPictures.map(({ address }) => address).sort()).toEqual(refused.sort());
  expect(report.picturesStored).toBe(2);
});

test('a folder of pictures beside that is a link into another is refused, one that holds links of its own is not', async () => {
  site.write('blog/site/private/secret.png', await picture());
  site.write('blog/site/static/real.png', await picture('#555555'));
  symlinkSync(at('blog/site/private'), at('blog/site/images'));
  symlinkSync('../private/secret.png', at('blog/site/static/out.png'));
  symlinkSync('real.png', at('blog/site/static/near.png'));
  const body = '![One](/images/secret.png) ![Two](../static/out.png) ![Three](../static/near.png)';
  site.write('blog/site/posts/a.md', markdown('title: A', body));
  const outside = { reason: expect.stringContaining('outside') };
  expect(await importFolder()).toMatchObject({ picturesStored: 1, lostPictures: [outside, outside] });
});

test('a link that leads out is refused: a picture, a folder of pictures, a post, a folder of posts', async () => {
  symlinkSync(at('outside/secret.png'), at('blog/site/posts/linked.png'));
  symlinkSync(at('outside'), at('blog/site/assets'));
  symlinkSync(at('outside/secret.md'), at('blog/site/posts/linked.md'));
  symlinkSync(at('outside'), at('blog/site/posts/linked'));
  site.write('blog/site/posts/a.md', markdown('title: A', '![One](linked.png) ![Two](/assets/secret.png)'));
  const report = await importFolder();
  expect(report).toMatchObject({
    created: 1,
    picturesStored: 0,
    skipped: [{ file: 'linked.md', message: 'Is a link that leads out of the folder' }],
    lostPictures: [{ reason: expect.stringContaining('outside') }, { reason: expect.stringContaining('outside') }],
  });
  expect((await site.posts()).map(({ content }) => content)).toEqual(['One Two']);
});

test('a link inside the folder is followed; one in a circle is no file', async () => {
  site.write('blog/site/posts/pics/real.png', await picture());
  symlinkSync('pics/real.png', at('blog/site/posts/near.png'));
  symlinkSync('loop.png', at('blog/site/posts/loop.png'));
  symlinkSync('.', at('blog/site/posts/circle'));
  site.write('blog/site/posts/a.md', markdown('title: A', '![One](near.png) ![Two](loop.png)'));
  expect(await importFolder()).toMatchObject({ files: 1, picturesStored: 1, lostPictures: [{ address: 'loop.png' }] });
});

test('a folder, a device and a file of another kind are no picture', async () => {
  site.write('blog/site/posts/folder.png/x', '');
  site.write('blog/site/posts/a.md', markdown('title: A', '![One](folder.png) ![Two](a.md)'));
  expect(await importFolder()).toMatchObject({
    picturesStored: 0,
    lostPictures: [{ reason: null }, { reason: expect.stringContaining('not a picture') }],
  });
});

test('a picture over 10 MB is refused before it is read, a post over 4 MB too', async () => {
  site.write('blog/site/posts/big.png', Buffer.alloc(10 * 1024 * 1024 + 1));
  site.write('blog/site/posts/a.md', markdown('title: A', '![One](big.png)'));
  site.write('blog/site/posts/b.md', markdown('title: B', 'x'.repeat(4 * 1024 * 1024)));
  expect(await importFolder()).toMatchObject({
    created: 1,
    skipped: [{ file: 'b.md', message: 'Is larger than a post can be' }],
    lostPictures: [{ reason: expect.stringContaining('10 MB') }],
  });
});

test('the root of the disk is never searched', async () => {
  const find = createPictureFinder('/tmp');
  expect(await find('/etc/hostname', 'a.md')).toEqual({ kind: 'none' });
  expect(await find('../etc/hostname', 'a.md')).toEqual({ kind: 'outside' });
});

test('an export that names files elsewhere is refused, and nothing of it is taken', async () => {
  const manifest = (file: string) => ({
    product: 'ninefold',
    format: 1,
    posts: ['a.md'],
    pictures: [{ file, filename: 'x.png', title: '', alt: '' }],
    authors: [],
    categories: [],
  });
  for (const file of ['../secret.png', '/etc/passwd', 'a/../../secret.png', '..', '.hidden', '']) {
    site.write('blog/site/posts/ninefold-export.json', JSON.stringify(manifest(file)));
    await expect(importFolder()).rejects.toThrow('ninefold-export.json is damaged');
  }
  expect(await site.posts()).toEqual([]);
});

test('an export folder whose manifest names files elsewhere deletes none of them', async () => {
  site.write(
    'out/ninefold-export.json',
    JSON.stringify({ product: 'ninefold', format: 1, posts: ['../outside/secret.md'] }),
  );
  await expect(site.export()).rejects.toThrow('damaged');
  expect(existsSync(at('outside/secret.md'))).toBe(true);
});

test('an export writes only into its folder, whatever posts are called and however it is prepared', async () => {
  await site.export();
  symlinkSync(at('outside/secret.md'), at('out/a.md'));
  await site.import({ folder: at('blog/site/posts') });
  await site.export();
  expect(readdirSync(at('outside')).sort()).toEqual(['secret.md', 'secret.png']);
  expect(await site.import({ folder: at('out') })).toMatchObject({ files: 1, unchanged: 1 });
});

test('an export does not write its pictures through a link', async () => {
  site.write(
    'linked/ninefold-export.json',
    JSON.stringify({ product: 'ninefold', format: 1, posts: [], pictures: [], authors: [], categories: [] }),
  );
  symlinkSync(at('outside'), at('linked/pictures'));
  await expect(site.export(at('linked'))).rejects.toThrow('is a link');
});
