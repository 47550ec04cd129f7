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
/** The server's answers, one for each upload, and the idempotency keys it received. */
let answers: (Response | Promise<Response>)[];
let keys: (string | null)[];
/** The functions that wait for their time, each with its delay in milliseconds. */
let due: { milliseconds: number; run(): void }[];
/** The pictures that were put into the copy of the site. */
let copied: unknown[];
/** The pictures whose addresses were put into drafts. */
let placed: string[];
/** The number of times that a change was announced. */
let told: number;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-send-'));
  pictures = openPictureFile({ file: path.join(folder, 'p.sqlite'), clock, log });
  for (const id of [ONE, TWO]) pictures.keep({ id, name: 'a.png', type: 'image/png', body: new Uint8Array([1]) });
  [answers, keys, copied, placed, due, told] = [[], [], [], [], [], 0];
  sender = senderOf(pictures);
});
afterEach(async () => {
  await sender.stop();
  pictures.close();
  rmSync(folder, { recursive: true });
});

const senderOf = (kept: PictureFile) =>
  createPictureSender({
    pictures: kept,
    log,
    isInHand: () => false,
    isAllowed: () => answers.length > 0,
    siteId: async () => 'site',
    place: async ({ id }) => void placed.push(id),
    keepInCopy: (address, { body }) => void copied.push([address, body.length]),
    onChanged: () => {
      told += 1;
    },
    timers: {
      after(milliseconds, run) {
        const later = { milliseconds, run };
        due.push(later);
        return () => {
          due = due.filter((each) => each !== later);
        };
      },
    },
    async fetch(_address, { headers }) {
      keys.push(new Headers(headers).get('idempotency-key'));
      return answers.shift() ?? Response.error();
    },
  });
/** Runs the one function that waits for its time; returns its delay in milliseconds. */
async function runLater(): Promise<number> {
  await expect.poll(() => due.length, { timeout: 60_000 }).toBe(1);
  const [{ milliseconds, run } = { milliseconds: 0, run() {} }] = due.splice(0);
  run();
  return milliseconds;
}

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
  expect([sender.heldWhy(ONE), sender.heldWhy(TWO)]).toEqual(['The server answered 504.', null]);
});

test('what a server says that takes a picture later is told, until it takes it', async () => {
  for (const status of [507, 503]) {
    answers = [Response.json({ message: `Full, says ${status}.` }, { status }), stored('two')];
    const before = told;
    sender.nudge();
    await vi.waitFor(() => expect(sender.heldWhy(ONE)).toBe(`Full, says ${status}.`), 60_000);
    await expect.poll(() => due.length, { timeout: 60_000 }).toBe(1);
    expect(told).toBeGreaterThan(before);
    expect(pictures.find(ONE)?.fault).toBeNull();
  }
  answers = [stored('one'), stored('two')];
  sender.nudge();
  await vi.waitFor(() => expect(urls()[0]).toBe('/uploads/one.png'), 60_000);
  await sender.stop();
  expect(sender.heldWhy(ONE)).toBeNull();
});

test('one that is removed while it goes comes back into no text', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const answer = stored('one');
  answers = [promise, stored('two')];
  sender.nudge();
  await vi.waitFor(() => expect(keys).toHaveLength(1), 60_000);
  pictures.remove(ONE);
  resolve(answer);
  await vi.waitFor(() => expect(urls()).toEqual(['/uploads/two.png']), 60_000);
  await sender.stop();
  expect([placed, copied]).toEqual([[TWO], [['/uploads/two.png', 1]]]);
});

test('what the server has is not sent again where this computer could not note it', async () => {
  let isFull = true;
  sender = senderOf({
    ...pictures,
    sent(id, url) {
      if (isFull) throw new Error('database or disk is full');
      pictures.sent(id, url);
    },
  });
  answers = [stored('one'), stored('two')];
  sender.nudge();
  await expect.poll(() => due.length, { timeout: 60_000 }).toBe(1);
  isFull = false;
  await runLater();
  await vi.waitFor(() => expect(urls()).toEqual(['/uploads/one.png', '/uploads/two.png']), 60_000);
  expect(keys).toEqual([ONE, TWO]);
});

test('no answer is believed by which a text would name a picture that waits, or anything but an upload', async () => {
  for (const name of [`waiting-${ONE}`, `waiting-${TWO}`, '.', '..', 'a/../b']) {
    answers = [stored(name), stored('two')];
    sender.nudge();
    await expect.poll(() => due.length, { timeout: 60_000 }).toBe(1);
    expect(urls()[0]).toBeNull();
  }
});

test('a server that stumbles on a picture is asked more and more seldom, and at once when it may have been mended', async () => {
  pictures.remove(TWO);
  const waits: number[] = [];
  answers = Array.from({ length: 9 }, () => new Response('', { status: 500 }));
  sender.nudge();
  for (let round = 0; round < 8; round += 1) waits.push(await runLater());
  await expect.poll(() => due.length, { timeout: 60_000 }).toBe(1);
  expect(waits.map((milliseconds) => milliseconds / 1000)).toEqual([15, 30, 60, 120, 240, 480, 900, 900]);
  answers = [new Response('', { status: 500 }), stored('one')];
  sender.nudge();
  expect(await runLater()).toBe(15_000);
  await vi.waitFor(() => expect(urls()).toEqual(['/uploads/one.png']), 60_000);
});
