import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShareCard } from '#server/site/share-card.ts';
import { NOT_A_PICTURE, PICTURE_DAMAGED, PICTURE_TAKES_MEMORY } from '#shared/kernel/picture-types.ts';
import { folderBlobs } from './blobs/open-blobs.ts';
import { saysAiMade } from './picture-encoding.ts';
import { createPictureFiles } from './picture-files.ts';
import { createPictureProcess, createUploadProcess } from './picture-process.ts';

const card: ShareCard = { title: 'Tea', label: '', line: '', siteName: 'Ninefold', category: null, seed: 1 };
/** A width of a few pixels: on a busy machine, a process of the lowest priority gets little processor time. */
const WIDTH = 8;

// One process for both tests: the second test ends it.
const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-process-'));
const pictures = createPictureProcess();
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  const create = { width: 2 * WIDTH, height: 2 * WIDTH, channels: 3, background: '#123' } as const;
  await sharp({ create }).png().toFile(at('original.png'));
  await sharp({ create }).resize(WIDTH).webp().toFile(at('small.webp'));
});
afterAll(async () => {
  await pictures.close();
  rmSync(folder, { recursive: true });
});
const avif = (name: string) =>
  ({ what: 'avif', original: at('original.png'), webp: at('small.webp'), width: WIDTH, file: at(name) }) as const;
const make = (name: string) => pictures.make(avif(name));
/** The ids of the picture processes that this process has started (Linux). */
const picturesProcesses = () =>
  readdirSync('/proc/self/task')
    .flatMap((thread) => readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('pictures'));

test('pictures are made in a process of their own; a fault of one, with its code, is no other’s', async () => {
  const made = [pictures.make({ what: 'card', card, file: at('a.png') }), make('none/b.avif'), make('c.avif')];
  expect(await Promise.allSettled(made)).toMatchObject([
    { status: 'fulfilled' },
    { status: 'rejected', reason: { code: 'ENOENT' } },
    { status: 'fulfilled' },
  ]);
  expect(['a.png', 'c.avif'].map((name) => existsSync(at(name)))).toEqual([true, true]);
});

test('what somebody waits for goes first, and nothing is made for a server that stops', async () => {
  const order: string[] = [];
  const first = make('first.avif').then(() => order.push('first'));
  const later = make('later.avif').then(() => order.push('later'));
  await pictures.make(avif('awaited.avif'), { isAwaited: true }).then(() => order.push('awaited'));
  await Promise.all([first, later]);
  expect(order).toEqual(['first', 'awaited', 'later']);
  const [last] = await Promise.allSettled([make('last.avif'), pictures.close()]);
  expect(last).toMatchObject({ status: 'rejected', reason: { message: 'The server is stopping' } });
  await expect(make('after.avif')).rejects.toThrow('The server is stopping');
});

test('where memory runs out, Linux ends the process for pictures before the server', async () => {
  const uploads = createUploadProcess();
  try {
    await createPictureFiles(folderBlobs(at('blobs')), uploads.encode).store(readFileSync(at('original.png')));
    const children = picturesProcesses();
    expect(children.length).toBeGreaterThan(0);
    for (const pid of children) expect(readFileSync(`/proc/${pid}/oom_score_adj`, 'utf8')).toBe('1000\n');
  } finally {
    await uploads.close();
  }
});

test('a picture of few bytes that takes more memory than it is given is refused in words, with its process; the next is made', async () => {
  // All coefficients of this JPEG are held in memory until the last of its scans is read: 6 bytes a pixel.
  const create = { width: 6000, height: 4000, channels: 3, background: '#123' } as const;
  const hostile = await sharp({ create }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer();
  expect(hostile.length).toBeLessThan(500_000);
  const uploads = createUploadProcess({ memory: 220_000_000 });
  try {
    const files = createPictureFiles(folderBlobs(at('blobs')), uploads.encode);
    await files.store(readFileSync(at('original.png')));
    const [before] = picturesProcesses();
    await expect(files.store(hostile)).rejects.toMatchObject({
      code: 'picture_refused',
      message: PICTURE_TAKES_MEMORY,
    });
    await expect.poll(picturesProcesses).not.toContain(before);
    expect(await files.store(readFileSync(at('original.png')))).toMatchObject({ width: 2 * WIDTH });
  } finally {
    await uploads.close();
  }
});

test('an upload is made in a process beside the server, and refused there in words', async () => {
  const uploads = createUploadProcess();
  const files = createPictureFiles(folderBlobs(at('blobs')), uploads.encode);
  try {
    const picture = await files.store(readFileSync(at('original.png')), { id: 'a'.repeat(24), isAiMade: true });
    expect(picture).toMatchObject({ width: 2 * WIDTH, height: 2 * WIDTH, originalFilename: `${'a'.repeat(24)}.png` });
    const served = await files.read(picture.filename);
    expect(served && saysAiMade(served)).toBe(true);
    await expect(files.store(Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'picture_refused',
      message: NOT_A_PICTURE,
    });
    await expect(files.store(readFileSync(at('original.png')).subarray(0, 60))).rejects.toMatchObject({
      code: 'picture_refused',
      message: PICTURE_DAMAGED,
    });
    const [stopped] = await Promise.allSettled([files.store(readFileSync(at('original.png'))), uploads.close()]);
    expect(stopped).toMatchObject({ status: 'rejected', reason: { code: 'overloaded' } });
  } finally {
    await uploads.close();
  }
});
