import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cardSvg } from '#server/site/server/share-card/card-svg.ts';
import type { CardFaces } from '#server/site/server/share-card/typeface.ts';
import type { ShareCard } from '#server/site/share-card.ts';
import { longTest } from '#tests/long-test.ts';
import { loadCardFaces } from './card-faces.ts';
import { makePicture } from './make-picture.ts';
import { encodePicture, saysAiMade } from './picture-encoding.ts';

let faces: CardFaces;
beforeAll(async () => {
  faces = await loadCardFaces();
});

const card: ShareCard = {
  title: 'A Table for Twelve',
  label: 'Home & Garden',
  line: '',
  siteName: 'Ninefold',
  category: { color: 'category-home-garden', icon: 'sprout' },
  seed: 7,
};

function folder() {
  const made = mkdtempSync(path.join(tmpdir(), 'ninefold-made-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test('a card is a PNG in the size networks ask for, of a few kilobytes', async () => {
  const file = path.join(folder(), 'a.png');
  await makePicture({ what: 'card', card, file });
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
  expect(statSync(file).size).toBeLessThan(60_000);
  expect(readdirSync(path.dirname(file))).toEqual(['a.png']);
});

test('a card is made of outlines: it looks the same where there is no font', () => {
  const svg = cardSvg(card, faces);
  expect(svg).not.toMatch(/<text|font|Twelve/);
  expect(svg).not.toBe(cardSvg({ ...card, title: 'A Table for Thirteen' }, faces));
});

test.each([
  ['of emoji alone', '🎉🎉🇩🇪'],
  ['in a script the face does not have', 'مرحبا بالعالم'],
  ['of white space', ' \n '],
])('a title %s is left out, and the category stands in its place', (_what, title) => {
  expect(cardSvg({ ...card, title }, faces)).toBe(cardSvg({ ...card, title: '', label: 'Home & Garden' }, faces));
  expect(cardSvg({ ...card, title }, faces)).toBe(cardSvg({ ...card, title: 'Home & Garden', label: '' }, faces));
});

test.each([
  ['a title of 2,000 letters without a space', { title: 'x'.repeat(2000) }],
  ['a title of 2,000 words', { title: 'word '.repeat(2000) }],
  ['a colour and an icon of nobody', { category: { color: '"/><script>', icon: 'constructor' } }],
  ['names nobody can draw', { title: '茶', label: '茶', siteName: '茶' }],
  ['a name of the site that is too long', { siteName: 'A very long name '.repeat(20) }],
])('%s makes a card all the same', async (_what, changes) => {
  const svg = cardSvg({ ...card, ...changes }, faces);
  expect(svg).not.toMatch(/script|NaN|undefined/);
  expect(await sharp(Buffer.from(svg)).metadata()).toMatchObject({ width: 1200, height: 630 });
});

test('letters of every file of the face stand on one line, and kerning is the face’s own', () => {
  expect(faces.headline.covers('Żółć Nguyễn “Tea” – 50 %')).toBe(true);
  const { width } = faces.headline;
  expect(width('Żółć', 100)).toBeGreaterThan(100);
  expect(width('AV', 100)).toBeLessThan(width('A', 100) + width('V', 100) - 1);
});

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 20 }, background: '#000' },
  });

async function avifOf(original: Buffer, options?: { isAiMade: boolean }) {
  const dir = folder();
  const at = (name: string) => path.join(dir, name);
  const { files, picture } = await encodePicture(original, 'a', options);
  const webp = files.find(({ name }) => name.endsWith('.webp'));
  writeFileSync(at('original'), original);
  writeFileSync(at('a.webp'), webp?.bytes ?? '');
  await makePicture({
    what: 'avif',
    original: at('original'),
    webp: at('a.webp'),
    width: picture.width,
    file: at('a.avif'),
  });
  return readFileSync(at('a.avif'));
}

test('the AVIF of a picture has its size, and says what its WebP says of who made it', async () => {
  const original = await noise(300, 200)
    .jpeg()
    .withExif({ IFD0: { Artist: 'Ada' } })
    .toBuffer();
  const plain = await avifOf(original);
  expect(await sharp(plain).metadata()).toMatchObject({ format: 'heif', width: 300, height: 200 });
  expect([saysAiMade(plain), (await sharp(plain).metadata()).exif]).toEqual([false, undefined]);
  expect(saysAiMade(await avifOf(original, { isAiMade: true }))).toBe(true);
});

test('an AVIF that would be no smaller, or that there is none of, is an empty file', async () => {
  const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();
  expect((await avifOf(dot)).length).toBe(0);
  const frames = await Promise.all([noise(64, 64).png().toBuffer(), noise(64, 64).png().toBuffer()]);
  expect(
    (
      await avifOf(
        await sharp(frames, { join: { animated: true } })
          .gif()
          .toBuffer(),
      )
    ).length,
  ).toBe(0);
});

longTest('a picture as tall and narrow as is taken can be made as AVIF', async () => {
  const { length } = await avifOf(await noise(1, 16_000).png().toBuffer());
  expect(length).toBeGreaterThanOrEqual(0);
});

test('where there is no room nothing is left behind', async () => {
  const dir = folder();
  const file = path.join(dir, 'no-such-folder', 'a.png');
  await expect(makePicture({ what: 'card', card, file })).rejects.toMatchObject({ code: 'ENOENT' });
  expect(readdirSync(dir)).toEqual([]);
});
