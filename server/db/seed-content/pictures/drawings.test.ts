import { readFile, stat } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { shareOf } from '#tests/share.ts';
import { drawings, render, site } from './draw.ts';

describe('every drawing', () => {
  test.each(drawings)('$target is committed beside its source, in its size and under its limit', async (drawing) => {
    expect((await sharp(drawing.source).metadata()).format).toBe('svg');
    const rendered = await sharp(drawing.target).metadata();
    expect([rendered.width, rendered.height]).toEqual([drawing.width, drawing.height]);
    expect((await stat(drawing.target)).size).toBeLessThan(drawing.limit);
  });

  test.each(shareOf(drawings, 12))('$target is what its source draws', async (drawing) => {
    const pixels = (file: Buffer | string) =>
      sharp(file).flatten({ background: '#FBFAF7' }).resize(40, 25, { fit: 'fill' }).raw().toBuffer();
    const drawn = await pixels(await render(drawing));
    const committed = await pixels(drawing.target);
    const apart =
      drawn.reduce((sum, value, index) => sum + Math.abs(value - (committed[index] ?? 0)), 0) / drawn.length;
    // Another build of the renderer changes a value by one or two of 255; a forgotten redraw changes many values by far
    // more.
    expect(apart).toBeLessThan(1);
  });
});

test('the favicon stays readable at 16 pixels: light sheet, dark ground and the red square', async () => {
  const favicon = drawings.find((drawing) => drawing.target.endsWith('favicon-32.png'));
  const { data, info } = await sharp(favicon?.source, { density: 288 })
    .resize(16, 16)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 3)];
  const [red = 0, green = 0, blue = 0] = at(12, 4);
  expect(red - Math.max(green, blue)).toBeGreaterThan(100);
  expect(Math.min(...at(4, 6))).toBeGreaterThan(200);
  expect(Math.max(...at(8, 1))).toBeLessThan(60);
});

test('favicon.ico holds the drawing at 16, 32 and 48 pixels', async () => {
  const file = await readFile(site('favicon.ico'));
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 3]);
  const drawing = await sharp(site('favicon.svg'), { density: 288 }).resize(8, 8).raw().toBuffer();
  for (const [index, size] of [16, 32, 48].entries()) {
    const entry = 6 + 16 * index;
    const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
    const picture = sharp(file.subarray(offset, offset + length));
    expect(file.readUInt8(entry)).toBe(size);
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size });
    const pixels = await picture.resize(8, 8).raw().toBuffer();
    const apart = pixels.reduce((sum, value, at) => sum + Math.abs(value - (drawing[at] ?? 0)), 0) / pixels.length;
    // Each size was scaled down in its own way, so small differences are allowed; another drawing differs far more.
    expect(apart).toBeLessThan(10);
  }
});
