import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { folderBlobs } from './blobs/open-blobs.ts';
import { AI_MADE_XMP } from './picture-encoding.ts';
import { createPictureFiles, type PictureFiles, servedFiles } from './picture-files.ts';
import { pictureCopies } from './stored-picture.ts';

const create = () => createPictureFiles(folderBlobs(mkdtempSync(path.join(tmpdir(), 'ninefold-pictures-'))));
/** A folder of the picture files; it may not exist. */
const folderOf = ({ blobs }: PictureFiles, name: string) => path.join(blobs.folder, name);
const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c0392b' } });

test('a photo is stored at four widths, with a fallback and a share picture', async () => {
  const pictures = create();
  const stored = await pictures.store(await plain(3000, 1500).jpeg().toBuffer());
  expect(stored).toMatchObject({ width: 1600, height: 800 });
  const copies = pictureCopies(stored.srcset);
  expect(copies.map(({ width }) => width)).toEqual([480, 960, 1600, 2400]);
  for (const { name, width } of copies) {
    const file = path.join(folderOf(pictures, 'uploads'), name);
    expect(await sharp(file).metadata()).toMatchObject({ width, height: width / 2 });
  }
  for (const name of servedFiles(stored)) expect(existsSync(path.join(folderOf(pictures, 'uploads'), name))).toBe(true);
  expect(await sharp(path.join(folderOf(pictures, 'uploads'), stored.shareFilename)).metadata()).toMatchObject({
    width: 1200,
    height: 630,
    format: 'jpeg',
  });
});

test('the widest copy has the pixels of the picture, where that has fewer', async () => {
  const widths = async (width: number, height: number) =>
    pictureCopies((await create().store(await plain(width, height).jpeg().toBuffer())).srcset).map(
      (copy) => copy.width,
    );
  expect(await widths(2000, 100)).toEqual([480, 960, 1600, 2000]);
  expect(await widths(1600, 100)).toEqual([480, 960, 1600]);
  // At a width of 2400 pixels the picture would be taller than a WebP can be.
  expect(await widths(2000, 17_000)).toEqual([480, 960, 1600]);
});

test('a small picture is not enlarged', async () => {
  const stored = await create().store(await plain(300, 200).png().toBuffer());
  expect(stored).toMatchObject({ width: 300, height: 200 });
  expect(stored.srcset.match(/\d+w/g)).toEqual(['300w']);
});

test('a sideways phone photo comes out upright, and nothing of its metadata is public', async () => {
  const pictures = create();
  const photo = await plain(400, 200)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(photo).metadata()).exif?.length).toBeGreaterThan(0);
  const stored = await pictures.store(photo);
  expect(stored).toMatchObject({ width: 200, height: 400 });
  for (const name of servedFiles(stored)) {
    const metadata = await sharp(path.join(folderOf(pictures, 'uploads'), name)).metadata();
    expect([name, metadata.exif, metadata.xmp]).toEqual([name, undefined, undefined]);
  }
});

test.each([
  ['a model of ours made', { isAiMade: true }, async () => plain(700, 100).jpeg().toBuffer()],
  [
    'a model of ours made, with clear parts',
    { isAiMade: true },
    async () => plain(700, 100).ensureAlpha(0.5).png().toBuffer(),
  ],
  ['says so itself', undefined, async () => plain(700, 100).jpeg().withXmp(AI_MADE_XMP).toBuffer()],
])('a picture that %s says so in every size, and nothing else of itself', async (_what, options, make) => {
  const pictures = create();
  const stored = await pictures.store(await make(), options);
  for (const name of servedFiles(stored)) {
    const { xmp, exif } = await sharp(path.join(folderOf(pictures, 'uploads'), name)).metadata();
    expect([name, xmp?.toString(), exif]).toEqual([name, AI_MADE_XMP, undefined]);
  }
});

test('an animation stays animated', async () => {
  const pictures = create();
  const frames = await Promise.all(
    ['#f00', '#0f0', '#00f'].map((background) =>
      sharp({ create: { width: 64, height: 64, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const stored = await pictures.store(gif);
  expect(stored.filename).toMatch(/\.gif$/);
  for (const name of servedFiles(stored).slice(0, 2)) {
    expect((await sharp(path.join(folderOf(pictures, 'uploads'), name), { animated: true }).metadata()).pages).toBe(3);
  }
});

test.each([
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['HTML called a picture', Buffer.from('<html><body onload=alert(1)>')],
  ['nothing', Buffer.alloc(0)],
  ['a PNG that says 60000 × 60000', pngOfSize(60_000, 60_000)],
])('%s is refused and leaves no file', async (_what, bytes) => {
  const pictures = create();
  await expect(pictures.store(bytes)).rejects.toMatchObject({ code: 'picture_refused' });
  expect(['uploads', 'originals'].flatMap((name) => namesIn(folderOf(pictures, name)))).toEqual([]);
});

test('a truncated JPEG is refused', async () => {
  const whole = await plain(800, 800).jpeg().toBuffer();
  await expect(create().store(whole.subarray(0, whole.length - 200))).rejects.toMatchObject({
    code: 'picture_refused',
  });
});

test('a picture of 1 × 30,000 pixels is refused with what to do', async () => {
  await expect(create().store(await plain(1, 30_000).png().toBuffer())).rejects.toMatchObject({
    message: 'This picture is too tall for its width. Cut it into parts and try again.',
  });
  expect(await create().store(await plain(30_000, 1).png().toBuffer())).toMatchObject({ width: 1600, height: 1 });
});

test('removing takes every file, and twice is no error', async () => {
  const pictures = create();
  const stored = await pictures.store(await plain(50, 50).png().toBuffer());
  mkdirSync(folderOf(pictures, 'avif'));
  writeFileSync(path.join(folderOf(pictures, 'avif'), stored.filename.replace('.png', '-50.avif')), 'the AVIF');
  expect(readFileSync(path.join(folderOf(pictures, 'originals'), stored.originalFilename)).length).toBeGreaterThan(0);
  await pictures.remove(stored);
  await pictures.remove(stored);
  const left = ['uploads', 'originals', 'avif'].flatMap((name) => readdirSync(folderOf(pictures, name)));
  expect(left).toEqual([]);
});

/** A PNG header of the given size, with no pixels after it. */
function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.from(
    '89504e470d0a1a0a0000000d49484452000000000000000008020000000000000000000049454e44ae426082',
    'hex',
  );
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}
