import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadImage } from '#shared/contract/images.ts';
import { imageOf } from './answer-for-pictures.ts';
import { openPictureFile, type PictureFile } from './picture-file.ts';
import { createPictureSender, type PictureSender } from './send-pictures.ts';

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { now: () => 1_000 };
const [ONE, TWO] = ['11111111-2222-4333-8444-555555555555', 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee'] as const;

let folder: string;
let pictures: PictureFile;
let sender: PictureSender;
/** What the server answers, one upload after the other, and the keys it was asked with. */
let answers: (Response | Promise<Response>)[];
let keys: (string | null)[];
/** What was put into the copy of the site. */
let copied: unknown[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-send-'));
  pictures = openPictureFile({ file: path.join(folder, 'p.sqlite'), clock, log });
  for (const id of [ONE, TWO]) pictures.keep({ id, name: 'a.png', type: 'image/png', body: new Uint8Array([1]) });
  [answers, keys, copied] = [[], [], []];
  sender = createPictureSender({
    pictures,
    log,
    isInHand: () => false,
    isAllowed: () => answers.length > 0,
    siteId: async () => 'site',
    place: async () => undefined,
    keepInCopy: (address, { body }) => void copied.push([address, body.length]),
    onChanged: () => undefined,
    timers: { after: () => () => undefined },
    async fetch(_address, { headers }) {
      keys.push(new Headers(headers).get('idempotency-key'));
      return answers.shift() ?? Response.error();
    },
  });
});
afterEach(async () => {
  await sender.stop();
  pictures.close();
  rmSync(folder, { recursive: true });
});

const stored = (name: string) => {
  const [row] = pictures.all();
  if (!row) throw new Error('No picture waits');
  const url = `/uploads/${name}.png`;
  return Response.json(
    { ...imageOf(row), url, imageUrl: url, filename: `${name}.png` },
    { status: uploadImage.status },
  );
};
const refusal = () => Response.json({ message: 'Too many of them.' }, { status: 422 });
const urls = () => pictures.all().map(({ url }) => url);

test('another try of what the server refused is another upload to it', async () => {
  answers = [refusal(), stored('two')];
  sender.nudge();
  await vi.waitFor(() => expect(urls()).toEqual([null, '/uploads/two.png']), 60_000);
  expect(pictures.find(ONE)?.fault).toBe('Too many of them.');
  answers = [stored('one')];
  pictures.retry(ONE);
  sender.nudge();
  await vi.waitFor(() => expect(urls()).toEqual(['/uploads/one.png', '/uploads/two.png']), 60_000);
  expect(new Set(keys).size).toBe(3);
  await sender.stop();
  expect(copied).toEqual([
    ['/uploads/two.png', 1],
    ['/uploads/one.png', 1],
  ]);
  expect([pictures.body(ONE), pictures.body(TWO)]).toEqual([null, null]);
});

test('what may be sent again while others are under way is sent after them', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  answers = [refusal(), promise, stored('one')];
  sender.nudge();
  await vi.waitFor(() => expect(keys).toHaveLength(2), 60_000);
  pictures.retry(ONE);
  sender.nudge();
  resolve(stored('two'));
  await vi.waitFor(() => expect(urls()).toEqual(['/uploads/one.png', '/uploads/two.png']), 60_000);
});

test('one that something before the server never takes holds no other back', async () => {
  answers = [new Response('', { status: 504 }), stored('two')];
  sender.nudge();
  await vi.waitFor(() => expect(urls()).toEqual([null, '/uploads/two.png']), 60_000);
});
