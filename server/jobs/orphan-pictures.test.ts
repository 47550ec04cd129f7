import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { createPictureFiles } from '#server/adapters/picture-files.ts';
import { HOUR, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { insertImage } from '#server/repositories/images.ts';
import { sweepPictures } from './orphan-pictures.ts';

const ORPHAN = 'aaaaaaaaaaaaaaaaaaaaaaaa';

async function setUp() {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-orphans-'));
  const { db, close } = await openBlog();
  onTestFinished(async () => {
    await close();
    rmSync(folder, { recursive: true });
  });
  const files = createPictureFiles(folderBlobs(folder));
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  const picture = await files.store(bytes);
  await insertImage(db, picture, { now: NOW });
  const uploads = path.join(folder, 'uploads');
  const originals = path.join(folder, 'originals');
  const { store } = files.blobs;
  const put = (where: string, name: string, age: number) => {
    const file = path.join(where, name);
    writeFileSync(file, 'x');
    utimesSync(file, NOW / 1000, (NOW - age) / 1000);
  };
  const names = () => [...readdirSync(uploads), ...readdirSync(originals)].sort();
  const age = (milliseconds: number) => {
    for (const where of [uploads, originals]) {
      for (const name of readdirSync(where)) utimesSync(path.join(where, name), 0, (NOW - milliseconds) / 1000);
    }
  };
  return { db, store, uploads, originals, picture, put, names, age };
}

test('files no row names go, also those that were never finished', async () => {
  const { db, store, uploads, originals, put, names, age } = await setUp();
  age(99 * HOUR);
  const before = names();
  const orphans = [
    `${ORPHAN}.jpg`,
    `${ORPHAN}-480.webp`,
    `${ORPHAN}-share.jpg`,
    `${ORPHAN}.gif.partial`,
    `${ORPHAN}-960.webp.0123456789ab.partial`,
  ];
  for (const name of orphans) put(uploads, name, 1000);
  put(originals, `${ORPHAN}.avif`, 1000);
  const { removed, missing } = await sweepPictures(db, store, NOW);
  expect(removed.sort()).toEqual([...orphans, `${ORPHAN}.avif`].sort());
  expect(missing).toEqual([]);
  expect(names()).toEqual(before);
});

test('an upload that is under way is left alone', async () => {
  const { db, store, uploads, put, names } = await setUp();
  put(uploads, `${ORPHAN}.jpg`, 0);
  await sweepPictures(db, store, NOW);
  expect(names()).toContain(`${ORPHAN}.jpg`);
});

test('what somebody else put there is theirs', async () => {
  const { db, store, uploads, put, names } = await setUp();
  const theirs = ['google1234.html', 'logo.png', '.htaccess', `${ORPHAN}.tar.gz`];
  for (const name of theirs) put(uploads, name, 99 * HOUR);
  mkdirSync(path.join(uploads, 'album'));
  await sweepPictures(db, store, NOW);
  expect(names()).toEqual(expect.arrayContaining([...theirs, 'album']));
});

test('a row whose files are gone is named', async () => {
  const { db, store, uploads, picture } = await setUp();
  rmSync(path.join(uploads, picture.shareFilename));
  expect(await sweepPictures(db, store, NOW)).toEqual({ removed: [], missing: [picture.filename] });
});

test('folders that are not there yet are no fault', async () => {
  const { db } = await openBlog();
  expect(await sweepPictures(db, openFolderStore('/nonexistent'), NOW)).toEqual({ removed: [], missing: [] });
});
