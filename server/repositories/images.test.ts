import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { makePost, NOW, openBlog } from './blog-fixture.ts';
import { binImage, binned, purgeImage, undeleteImage } from './image-bin.ts';
import { replaceImage } from './image-replacement.ts';
import { findImage, findImageByName, insertImage, listImages, pictureRecords, updateImage } from './images.ts';
import { picturesByHash, setPictureHash } from './picture-hashes.ts';
import { softDeletePost } from './posts/post-bin.ts';
import { listRevisions } from './posts/post-revisions.ts';
import { updatePost } from './posts/post-writes.ts';
import { findById } from './posts/posts.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const picture = (name: string) => ({
  filename: `${name}.jpg`,
  originalFilename: `${name}.png`,
  shareFilename: `${name}-share.jpg`,
  width: 960,
  height: 540,
  size: 12_345,
  srcset: `/uploads/${name}-480.webp 480w`,
});
const add = (name: string, now = NOW) =>
  insertImage(blog.db, picture(name), { now, title: 'T', alt: 'A', name: `${name.toUpperCase()}.png` });

test('a picture answers as it was stored', async () => {
  const image = await add('a');
  expect(image).toEqual({
    id: 1,
    filename: 'a.jpg',
    url: '/uploads/a.jpg',
    created: new Date(NOW).toISOString(),
    size: 12_345,
    width: 960,
    height: 540,
    metadata: { title: 'T', alt: 'A' },
    usedBy: [],
    usedIn: [],
    name: 'A.png',
    focus: '',
    thumbnail: '/uploads/a-480.webp',
    deletedAt: null,
  });
  expect(await findImage(blog.db, 'a.jpg')).toEqual(image);
  expect(await findImageByName(blog.db, 'a.jpg')).toEqual(image);
  expect(await findImageByName(blog.db, '1')).toEqual(image);
});

test.each(['b.jpg', '2', '0', '01', '1e0', '../a.jpg', "' or 1=1 --", '\u0000', ''])(
  'a name no picture has is null: %j',
  async (name) => {
    await add('a');
    expect(await findImageByName(blog.db, name)).toBeNull();
  },
);

test('is used by the posts that show it, in the text or as featured picture, those in the bin too', async () => {
  await add('a');
  await add('b');
  const featured = await makePost(blog, { featuredImage: '/uploads/a.jpg' });
  const inText = await makePost(blog, { content: 'See ![x](/uploads/a.jpg) and ![](/uploads/b.jpg "t")' });
  await softDeletePost(blog.db, inText.id, NOW);
  const usedBy = async () => (await listImages(blog.db, {})).items.map((image) => image.usedBy);
  expect(await usedBy()).toEqual([[inText.id], [featured.id, inText.id]]);
  await updatePost(blog.db, featured.id, { featuredImage: null }, { now: NOW });
  expect(await usedBy()).toEqual([[inText.id], [inText.id]]);
});

test('lists come newest first, in pages', async () => {
  for (const [index, name] of ['a', 'b', 'c'].entries()) await add(name, NOW + Math.floor(index / 2));
  const first = await listImages(blog.db, { limit: 2 });
  expect(first.items.map((image) => image.filename)).toEqual(['c.jpg', 'b.jpg']);
  expect(first.total).toBe(3);
  const second = await listImages(blog.db, { limit: 2, cursor: first.next ?? '' });
  expect([second.items.map((image) => image.filename), second.next]).toEqual([['a.jpg'], null]);
  await expect(listImages(blog.db, { cursor: 'x' })).rejects.toMatchObject({ code: 'invalid_input' });
});

test('title and alternative text change apart', async () => {
  await add('a');
  expect((await updateImage(blog.db, 'a.jpg', { alt: 'New' }, NOW)).metadata).toEqual({ title: 'T', alt: 'New' });
  expect((await updateImage(blog.db, 'a.jpg', {}, NOW)).metadata).toEqual({ title: 'T', alt: 'New' });
  await expect(updateImage(blog.db, 'b.jpg', { alt: 'x' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('in the bin a picture is for none but the bin, and comes out as it was', async () => {
  const image = await add('a');
  await binImage(blog.db, 'a.jpg', NOW);
  const [inBin] = (await listImages(blog.db, { bin: true })).items;
  expect(inBin).toEqual({
    ...image,
    deletedAt: new Date(NOW).toISOString(),
    thumbnail: '/uploads/a-480.webp?bin',
  });
  expect((await listImages(blog.db, {})).total).toBe(0);
  expect([await findImage(blog.db, 'a.jpg'), await findImageByName(blog.db, '1')]).toEqual([null, null]);
  expect((await pictureRecords(blog.db, ['/uploads/a.jpg'])).size).toBe(0);
  await expect(updateImage(blog.db, 'a.jpg', { alt: 'x' }, NOW)).rejects.toMatchObject({ code: 'not_found' });
  await expect(binImage(blog.db, 'a.jpg', NOW)).rejects.toMatchObject({ code: 'not_found' });
  expect(await undeleteImage(blog.db, 'a.jpg', NOW)).toEqual(image);
  await expect(undeleteImage(blog.db, 'a.jpg', NOW)).rejects.toMatchObject({ code: 'not_found' });
});

test('an import does not take a picture out of the bin, nor give its address', async () => {
  await add('a');
  await setPictureHash(blog.db, 'a.jpg', 'ff');
  expect(await picturesByHash(blog.db, 'ff')).toHaveLength(1);
  await binImage(blog.db, 'a.jpg', NOW);
  expect(await picturesByHash(blog.db, 'ff')).toEqual([]);
});

test('only what is in the bin is deleted for good; the answer is which files it had', async () => {
  await add('a');
  await expect(purgeImage(blog.db, 'a.jpg')).rejects.toMatchObject({ code: 'not_found' });
  await binImage(blog.db, 'a.jpg', NOW);
  expect(await binned(blog.db, NOW)).toEqual([]);
  expect([await binned(blog.db, NOW + 1), await binned(blog.db, null)]).toEqual([['a.jpg'], ['a.jpg']]);
  expect(await purgeImage(blog.db, 'a.jpg')).toEqual(picture('a'));
  await expect(purgeImage(blog.db, 'a.jpg')).rejects.toMatchObject({ code: 'not_found' });
});

test('a search finds parts of words in the name, the title, the words and the titles of the posts', async () => {
  await insertImage(blog.db, picture('a'), { now: NOW, name: 'Größe_IMG.png' });
  await insertImage(blog.db, picture('b'), { now: NOW, title: 'Two boats', alt: 'On a lake' });
  await makePost(blog, { title: 'Café in June', content: '![](/uploads/a.jpg)' });
  const found = async (q: string) => (await listImages(blog.db, { q })).items.map(({ filename }) => filename);
  expect(await found('grosse')).toEqual([]);
  expect(await found('größe')).toEqual(['a.jpg']);
  expect(await found('cafe img')).toEqual(['a.jpg']);
  expect(await found('BOAT lake')).toEqual(['b.jpg']);
  expect(await found('boat cafe')).toEqual([]);
  expect(await found("%' or 1=1 --")).toEqual([]);
  expect(await found('  ')).toHaveLength(2);
});

test('lists come in other orders, of some names, or of what no post shows', async () => {
  for (const [index, name] of ['b', 'a', 'c'].entries())
    await insertImage(blog.db, { ...picture(name), size: 100 - index }, { now: NOW + index, name: `${name}.png` });
  await makePost(blog, { featuredImage: '/uploads/c.jpg' });
  const names = async (request: Parameters<typeof listImages>[1]) => {
    const { items, next } = await listImages(blog.db, request);
    return [...items.map(({ filename }) => filename[0]), next].join(' ');
  };
  expect(await names({ order: 'oldest' })).toBe('b a c ');
  expect(await names({ order: 'name', limit: 2 })).toBe('a b ');
  expect(await names({ order: 'name', limit: 2, page: 2 })).toBe('c ');
  expect(await names({ order: 'largest' })).toBe('b a c ');
  expect(await names({ unused: true })).toBe('a b ');
  expect(await names({ names: ['c.jpg', 'x.jpg'] })).toBe('c ');
  expect(await names({ names: [] })).toBe('');
});

test('a file is replaced in every post at once, with a revision, and its address leads on', async () => {
  await add('a');
  const shown = await makePost(blog, { content: 'See ![x](/uploads/a.jpg "t").' });
  const inBin = await makePost(blog, { featuredImage: '/uploads/a.jpg' });
  await softDeletePost(blog.db, inBin.id, NOW);
  const changes = { content: 'See ![x](/uploads/b.jpg "t").', html: '<p>', htmlVersion: 1, text: '', embeds: [] };
  const posts = [{ id: shown.id, version: shown.version, changes }];
  const replacement = { filename: 'a.jpg', picture: picture('b'), name: 'B.webp', posts, now: NOW + 9 };
  expect(await replaceImage(blog.db, { ...replacement, posts: [] })).toBeNull();
  expect(await replaceImage(blog.db, replacement)).toMatchObject({
    id: 1,
    filename: 'b.jpg',
    name: 'B.webp',
    metadata: { title: 'T', alt: 'A' },
    created: new Date(NOW).toISOString(),
    usedBy: [shown.id, inBin.id],
  });
  const after = await findById(blog.db, shown.id, { kind: 'all', now: NOW });
  expect(after).toMatchObject({ content: changes.content, version: 2, contentUpdatedAt: shown.contentUpdatedAt });
  expect((await listRevisions(blog.db, shown.id, {})).items).toMatchObject([{ content: shown.content }]);
  const [old] = (await listImages(blog.db, { bin: true })).items;
  expect(old).toMatchObject({ filename: 'a.jpg', name: 'A.png', usedBy: [] });
  expect((await pictureRecords(blog.db, ['/uploads/a.jpg'])).get('/uploads/a.jpg')).toEqual(picture('b'));
  // A post that still names the old address shows the new file, until the old file is there again.
  const late = await makePost(blog, { content: '![](/uploads/a.jpg)' });
  expect((await findImage(blog.db, 'b.jpg'))?.usedBy).toEqual([shown.id, inBin.id, late.id]);
  expect((await undeleteImage(blog.db, 'a.jpg', NOW)).usedBy).toEqual([inBin.id, late.id]);
  expect((await findImage(blog.db, 'b.jpg'))?.usedBy).toEqual([shown.id]);
});

test('sizes are found by address, of our own pictures only', async () => {
  await add('a');
  const found = await pictureRecords(blog.db, [
    '/uploads/a.jpg',
    '/uploads/b.jpg',
    'https://example.org/uploads/a.jpg',
  ]);
  expect([...found]).toEqual([['/uploads/a.jpg', picture('a')]]);
});
