import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { makePicture } from '#server/adapters/make-picture.ts';
import { AI_MADE_XMP } from '#server/adapters/picture-encoding.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { allPictureFiles, insertImage } from '#server/repositories/images.ts';
import { widestCopyOf } from './widest-copies.ts';

const ID = '0123456789abcdef01234567';
const names = [480, 960, 1600].map((width) => `/uploads/${ID}-${width}.webp ${width}w`);
/** A picture as it was stored before there was a wider copy. */
const former = {
  filename: `${ID}.jpg`,
  originalFilename: `${ID}.jpeg`,
  shareFilename: `${ID}-share.jpg`,
  width: 1600,
  height: 800,
  size: 9,
  srcset: names.join(', '),
};

let blog: OpenDatabase;
let folder: string;
beforeEach(async () => {
  blog = await openBlog();
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-widest-'));
  onTestFinished(async () => {
    await blog.close();
    rmSync(folder, { recursive: true });
  });
});

const inFolder = (key: string) => path.join(folder, key);
const widest = () => inFolder(`uploads/${ID}-2400.webp`);
const storedSrcset = async () => (await allPictureFiles(blog.db))[0]?.srcset;

/**
 * Stores the picture, with an upload of this width in pixels, and returns what makes its widest copy, and the posts
 * that were told.
 */
async function stored(width: number) {
  const { id } = await insertImage(blog.db, former, { now: NOW });
  const blobs = folderBlobs(folder);
  const photo = (wide: number) =>
    sharp({ create: { width: wide, height: wide / 2, channels: 3, background: '#c0392b' } });
  await blobs.put(`originals/${ID}.jpeg`, await photo(width).jpeg().toBuffer());
  await blobs.put(`uploads/${ID}-1600.webp`, await photo(1600).withXmp(AI_MADE_XMP).webp().toBuffer());
  const told: (readonly number[])[] = [];
  const file = widestCopyOf(
    { id, ...former },
    {
      db: blog.db,
      blobs,
      pictures: { make: makePicture },
      onCopy(picture, posts) {
        expect(picture).toBe(id);
        told.push(posts);
      },
    },
  );
  if (!file) throw new Error('It is not wanted');
  return { file, told };
}

test('a picture from before gets its widest copy, which says who made it, and the posts that show it are told of', async () => {
  const { file, told } = await stored(3000);
  const { id } = await makePost(blog, { featuredImage: `/uploads/${ID}.jpg` });
  expect(file.name).toBe(`${ID}-2400.avif`);
  await file.make();
  const { xmp, ...size } = await sharp(widest()).metadata();
  expect(size).toMatchObject({ format: 'webp', width: 2400, height: 1200 });
  expect(xmp?.toString()).toBe(AI_MADE_XMP);
  expect(await storedSrcset()).toBe(`${former.srcset}, /uploads/${ID}-2400.webp 2400w`);
  expect(told).toEqual([[id]]);
  expect(existsSync(inFolder(`avif/${ID}-2400.avif`))).toBe(false);
});

test('one that has not so many pixels is looked at once, and stays as it is', async () => {
  const { file, told } = await stored(2000);
  await file.make();
  expect(existsSync(widest())).toBe(false);
  expect([await storedSrcset(), told]).toEqual([former.srcset, []]);
  expect(readFileSync(inFolder(`avif/${ID}-2400.avif`))).toHaveLength(0);
});

test('of one that has other copies by now none is left behind', async () => {
  const { file, told } = await stored(3000);
  await blog.db
    .updateTable('images')
    .set({ srcset: names.slice(1).join(', ') })
    .execute();
  await file.make();
  expect([existsSync(widest()), await storedSrcset(), told]).toEqual([false, names.slice(1).join(', '), []]);
});

test.each([
  ['one that has it', { srcset: `${former.srcset}, /uploads/${ID}-2400.webp 2400w` }],
  ['one of as many pixels as there were', { srcset: `${former.srcset}, /uploads/${ID}-2000.webp 2000w` }],
  ['a small one', { width: 960, srcset: names.slice(0, 2).join(', ') }],
  ['an animation', { filename: `${ID}.gif` }],
])('it is not wanted of %s', (_what, changes) => {
  const options = { db: blog.db, blobs: folderBlobs(folder), pictures: { make: makePicture }, onCopy: () => {} };
  expect(widestCopyOf({ id: 1, ...former, ...changes }, options)).toBeNull();
});
