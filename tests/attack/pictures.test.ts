import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { ask, readRefusal } from '#server/test-call.ts';
import { deleteImage, listImages, purgeImage, uploadImage } from '#shared/contract/images.ts';
import { shareOf } from '#tests/share.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';

// Abuse cases 11, 22, 24 and 27, beside server/routes/images.test.ts.

let app: TestApp;
let cookie: string;
/**
 * Gives a test its own app, when the test looks at everything stored or leaves something that other tests would meet.
 */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp();
    cookie = await app.signIn();
  },
  () => app.close(),
);

const SCRIPT = '<script>alert(1)</script>';
const plain = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#c0392b' } });

function send(bytes: Buffer) {
  const boundary = 'frontier';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n`;
  return app.http.inject({
    method: 'POST',
    url: uploadImage.path,
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}
const upload = async (bytes: Buffer) => {
  const response = await send(bytes);
  expect(response.statusCode, response.body).toBe(201);
  return uploadImage.response.parse(response.json());
};
const uploads = () => readdirSync(path.join(app.folder, 'uploads'));

/** Makes a PNG with one more chunk before its end. */
async function pngWith(name: string, data: Buffer): Promise<Buffer> {
  const whole = await plain().png().toBuffer();
  const named = Buffer.concat([Buffer.from(name), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([whole.subarray(0, -12), size, named, sum, whole.subarray(-12)]);
}

/** Makes a JPEG with a segment after its first marker: 0xfe is a comment, 0xe2 a colour profile, 0xe1 EXIF. */
async function jpegWith(marker: number, ...segments: Buffer[]): Promise<Buffer> {
  const whole = await plain().jpeg().toBuffer();
  const made = segments.map((data) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  });
  return Buffer.concat([whole.subarray(0, 2), ...made, whole.subarray(2)]);
}

/** Makes a GIF with this number of frames of one pixel; the file begins like a statement of a script. */
function gifOf(frames: number, comment = ''): Buffer {
  const header = Buffer.from('474946383961010001008000000000ffffff', 'hex').subarray(0, 13);
  const colours = Buffer.from('000000ffffff', 'hex');
  const text = Buffer.from(comment);
  const commented =
    text.length > 0 ? Buffer.concat([Buffer.from([0x21, 0xfe, text.length]), text, Buffer.of(0)]) : text;
  const frame = Buffer.from('21f904000a0000002c000000000100010000020144003b', 'hex').subarray(0, 22);
  return Buffer.concat([header, colours, commented, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)]);
}

describe('what is a picture and something else as well', () => {
  test.each([
    ['a GIF that is a script', async () => gifOf(1, `=1;${SCRIPT}`)],
    ['a JPEG with a page in its comment', () => jpegWith(0xfe, Buffer.from(`<html>${SCRIPT}</html>`))],
    ['a PNG with a script in its text', () => pngWith('tEXt', Buffer.from(`Comment\0${SCRIPT}`))],
    [
      'a PNG with an archive behind it',
      async () => Buffer.concat([await plain().png().toBuffer(), Buffer.from(SCRIPT)]),
    ],
  ])('%s is served as the picture alone', async (_what, make) => {
    const bytes = await make();
    expect(bytes.includes(SCRIPT)).toBe(true);
    const image = await upload(bytes);
    expect(uploads()).toContain(image.filename);
    for (const name of uploads()) {
      const { headers, rawPayload } = await app.http.inject(`/uploads/${name}`);
      expect(rawPayload.includes('alert')).toBe(false);
      expect(headers['content-type']).toMatch(/^image\/(jpeg|png|gif|webp)$/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
    }
  });

  test('what was uploaded itself is served under no address', async () => {
    await upload(await pngWith('tEXt', Buffer.from(`Comment\0${SCRIPT}`)));
    const [original = ''] = readdirSync(path.join(app.folder, 'originals'));
    expect(original).not.toBe('');
    for (const url of [`/originals/${original}`, `/uploads/${original}`, `/uploads/..%2foriginals%2f${original}`]) {
      expect((await app.http.inject(url)).body).not.toContain(SCRIPT);
    }
  });
});

describe('a picture made to be too much', () => {
  test('an animation of ten thousand frames is refused, one of two hundred is taken', async () => {
    await beginAnew();
    const refusal = readRefusal(await send(gifOf(10_000)));
    expect(refusal).toMatchObject({ status: 422, code: 'picture_refused' });
    expect(refusal.message).toContain('10000 frames');
    expect((await ask(app.http, listImages, { cookie })).body).toEqual([]);
    expect((await upload(gifOf(200))).width).toBe(1);
  });

  test('nine megabytes of profile or EXIF are neither kept nor served', async () => {
    const filler = Array.from({ length: 137 }, () => Buffer.alloc(65_000, 'x'));
    for (const marker of shareOf([0xe1, 0xe2], 2)) {
      const bytes = await jpegWith(marker, ...filler);
      const response = await send(bytes);
      expect([201, 422]).toContain(response.statusCode);
    }
    const image = await upload(await pngWith('eXIf', Buffer.alloc(9_000_000, 'x')));
    expect(image.size).toBeLessThan(10_000);
  });

  test.each([
    ['a row of 59 million pixels', 59_000_000, 1, '59000000 pixels'],
    ['a column of 59 million pixels', 1, 59_000_000, '59000000 pixels'],
    ['a column that no copy can have', 100, 30_000, 'too tall'],
  ])('%s is refused before its pixels are read', async (_what, width, height, why) => {
    const bytes = Buffer.from(await plain(1, 1).png().toBuffer());
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
    expect(readRefusal(await send(bytes)).message).toContain(why);
  });

  test('a long picture of a landscape is taken', async () => {
    const image = await upload(await plain(20_000, 300).png().toBuffer());
    expect([image.width, image.height]).toEqual([1600, 24]);
  });

  test('a small file that says it is endless is refused before its pixels are read', async () => {
    const header = Buffer.from(await plain(1, 1).png().toBuffer());
    header.writeUInt32BE(60_000, 16);
    header.writeUInt32BE(60_000, 20);
    header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
    const [before, files] = [performance.now(), uploads()];
    expect(readRefusal(await send(header)).code).toBe('picture_refused');
    expect(performance.now() - before).toBeLessThan(5000);
    expect(uploads()).toEqual(files);
  });
});

test('a picture that is deleted while somebody reads it is read to its end, and is then gone', async () => {
  const image = await upload(await plain().png().toBuffer());
  // More than the sockets hold, so that most of the picture is still unread when it is deleted.
  const size = 20 * 1024 * 1024;
  writeFileSync(path.join(app.folder, 'uploads', image.filename), Buffer.alloc(size, 'x'));
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.http.server.address() as AddressInfo;
  const bytes = await new Promise<Buffer>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path: image.url }, async (response) => {
      await ask(app.http, deleteImage, { params: { image: image.filename }, cookie });
      await ask(app.http, purgeImage, { params: { image: image.filename }, cookie });
      resolve(await buffer(response));
    }).on('error', reject);
  });
  expect(bytes.length).toBe(size);
  expect((await app.http.inject(image.url)).statusCode).toBe(404);
  expect(existsSync(path.join(app.folder, 'uploads', image.filename))).toBe(false);
});

test('a picture has a name nobody can guess', async () => {
  const names = [];
  for (let count = 0; count < 3; count += 1)
    names.push(
      (
        await upload(
          await plain(10 + count)
            .png()
            .toBuffer(),
        )
      ).filename,
    );
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{24}\./);
  const prefixes = new Set(names.map((name) => name.slice(0, 6)));
  expect(prefixes.size).toBe(3);
});
