import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodePicture } from './picture-encoding.ts';
import { withoutExtras } from './png-chunks.ts';

const picture = await sharp({ create: { width: 8, height: 4, channels: 4, background: '#c0392b80' } })
  .withExif({ IFD0: { Copyright: 'me' } })
  .withIccProfile('p3')
  .withMetadata({ orientation: 6 })
  .png()
  .toBuffer();

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** The picture with these chunks inserted before its pixels. */
function pictureWith(...chunks: Buffer[]): Buffer {
  const header = 8 + 25;
  return Buffer.concat([picture.subarray(0, header), ...chunks, picture.subarray(header)]);
}

const packed = deflateSync(Buffer.alloc(8_000_000));
const profile = (data: Buffer) => chunk('iCCP', Buffer.concat([Buffer.from('name\0\0'), data]));

test.each([
  ['packed text', chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), packed]))],
  ['packed text of another kind', chunk('iTXt', Buffer.concat([Buffer.from('a\0\x01\0\0\0'), packed]))],
  ['text', chunk('tEXt', Buffer.from('a\0b'))],
  ['a chunk nobody knows', chunk('xxXx', Buffer.alloc(9))],
  ['an animation', chunk('acTL', Buffer.alloc(8))],
])('%s is dropped, the picture stays byte for byte', (_what, extra) => {
  expect(withoutExtras(pictureWith(extra, extra)).equals(withoutExtras(picture))).toBe(true);
});

test('what says how the pixels look is kept', async () => {
  const { width, height, orientation, hasProfile } = await sharp(withoutExtras(picture)).metadata();
  expect({ width, height, orientation, hasProfile }).toEqual({ width: 8, height: 4, orientation: 6, hasProfile: true });
  const names = picture.toString('latin1').match(/iCCP|eXIf|IDAT|IEND/g);
  expect(
    withoutExtras(picture)
      .toString('latin1')
      .match(/iCCP|eXIf|IDAT|IEND/g),
  ).toEqual(names);
});

test('a colour profile that unpacks to more than any is dropped, and so is a second one', async () => {
  expect((await sharp(withoutExtras(pictureWith(profile(packed)))).metadata()).hasProfile).toBe(false);
  const small = profile(deflateSync(Buffer.alloc(200)));
  expect(withoutExtras(pictureWith(small, small)).toString('latin1').match(/iCCP/g)).toHaveLength(1);
});

test('nothing behind the end is kept; what breaks off and what is no PNG stays for the decoder to refuse', () => {
  expect(withoutExtras(Buffer.concat([picture, Buffer.from('<script>')])).equals(withoutExtras(picture))).toBe(true);
  for (let length = 0; length < 60; length += 1) {
    expect(withoutExtras(picture.subarray(0, length)).length).toBeLessThanOrEqual(length);
  }
  const other = Buffer.from('no picture');
  expect(withoutExtras(other)).toBe(other);
});

test('the decoder is given no more: which way is up is read from a record of the usual size alone', async () => {
  const at = picture.indexOf('eXIf');
  const length = picture.readUInt32BE(at - 4);
  const record = picture.subarray(at + 4, at + 4 + length);
  const plain = Buffer.concat([picture.subarray(0, at - 4), picture.subarray(at + 4 + length + 4)]);
  const sizeWith = async (data: Buffer) => {
    const bytes = Buffer.concat([plain.subarray(0, 33), chunk('eXIf', data), plain.subarray(33)]);
    const { width, height } = (await encodePicture(bytes, 'a')).picture;
    return [width, height];
  };
  expect(await sizeWith(record)).toEqual([4, 8]);
  expect(await sizeWith(Buffer.concat([record, Buffer.alloc(70_000)]))).toEqual([8, 4]);
});
