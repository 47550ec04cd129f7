import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { makePost, NOW, openBlog } from './blog-fixture.ts';
import {
  deleteImage,
  findImage,
  findImageByName,
  insertImage,
  listImages,
  pictureRecords,
  updateImage,
} from './images.ts';
import { softDeletePost, updatePost } from './posts/post-writes.ts';

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
const add = (name: string, now = NOW) => insertImage(blog.db, picture(name), { now, title: 'T', alt: 'A' });

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
  expect((await updateImage(blog.db, 'a.jpg', { alt: 'New' })).metadata).toEqual({ title: 'T', alt: 'New' });
  expect((await updateImage(blog.db, 'a.jpg', {})).metadata).toEqual({ title: 'T', alt: 'New' });
  await expect(updateImage(blog.db, 'b.jpg', { alt: 'x' })).rejects.toMatchObject({ code: 'not_found' });
});

test('deleting answers the files that are to go; a second time is not_found', async () => {
  await add('a');
  expect(await deleteImage(blog.db, 'a.jpg')).toEqual(picture('a'));
  await expect(deleteImage(blog.db, 'a.jpg')).rejects.toMatchObject({ code: 'not_found' });
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
