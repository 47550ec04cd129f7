import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BlobFault } from './blob-fault.ts';
import type { BlobStore } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';
import { createSiteBlobs } from './site-blobs.ts';

const KB = 1024;

let folder: string;
/** The keys that the store elsewhere was asked for. */
let asked: string[];
/** Gives the stream that the store elsewhere answers with in place of the blob; null: the blob itself. */
let fault: (() => Readable | null) | null;
let time: number;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-site-blobs-'));
  [asked, fault, time] = [[], null, 1_000_000];
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

/** A store that has no folder on this machine, as its readers see it. */
function elsewhere(): BlobStore {
  const store = openFolderStore(path.join(folder, 'elsewhere'));
  return {
    ...store,
    folder: null,
    async get(key) {
      asked.push(key);
      const instead = fault?.();
      const read = await store.get(key);
      if (!read || !instead) return read;
      read.body.destroy();
      return { ...read, body: instead };
    },
  };
}
const open = (store: BlobStore, cacheBytes = 100 * KB) =>
  createSiteBlobs({ store, cacheFolder: path.join(folder, 'cache'), cacheBytes, now: () => time });
const kept = () =>
  readdirSync(path.join(folder, 'cache'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .length;
const bytesOf = async (file: string | null) => (file === null ? null : (await readFile(file)).toString());

test('blobs of a folder are its files, and nothing is copied', async () => {
  const store = openFolderStore(path.join(folder, 'own'));
  const blobs = open(store);
  await blobs.put('uploads/a', Buffer.from('a'));
  expect(await blobs.file('uploads/a')).toBe(path.join(folder, 'own/uploads/a'));
  expect(await blobs.borrow(['uploads/none', 'uploads/a'], bytesOf)).toBe('a');
  expect(await blobs.file('uploads/none')).toBeNull();
  await expect(blobs.file('../a')).rejects.toMatchObject({ kind: 'bad-key' });
  expect(readdirSync(folder)).toEqual(['own']);
});

test('a blob elsewhere is asked for once, however many want it, and kept for the next start', async () => {
  const store = elsewhere();
  await store.put('uploads/a', Buffer.from('a'));
  const blobs = open(store);
  const files = await Promise.all([1, 2, 3].map(() => blobs.file('uploads/a')));
  expect(await Promise.all(files.map(bytesOf))).toEqual(['a', 'a', 'a']);
  expect(await bytesOf(await open(store).file('uploads/a'))).toBe('a');
  expect(asked).toEqual(['uploads/a']);
  expect(kept()).toBe(1);
});

test('what was borrowed is not kept', async () => {
  const store = elsewhere();
  await store.put('originals/a', Buffer.from('a'));
  expect(await open(store).borrow(['originals/none', 'originals/a'], bytesOf)).toBe('a');
  expect(kept()).toBe(0);
});

test('a blob that is not there is not asked for again for a while, unless it is put', async () => {
  const store = elsewhere();
  const blobs = open(store);
  for (let times = 0; times < 3; times += 1) expect(await blobs.file('avif/a')).toBeNull();
  expect(asked).toHaveLength(1);
  time += 31_000;
  expect(await blobs.file('avif/a')).toBeNull();
  expect(asked).toHaveLength(2);
  await blobs.put('avif/a', Buffer.from('a'));
  expect(await bytesOf(await blobs.file('avif/a'))).toBe('a');
});

test('what is put anew is given anew, and what is removed is gone', async () => {
  const blobs = open(elsewhere());
  await blobs.put('a', Buffer.from('1'));
  expect(await bytesOf(await blobs.file('a'))).toBe('1');
  await blobs.put('a', Buffer.from('2'));
  expect(await bytesOf(await blobs.file('a'))).toBe('2');
  await blobs.remove(['a', 'none']);
  expect(await blobs.file('a')).toBeNull();
});

test('bytes that came damaged are asked for again, and never kept', async () => {
  const store = elsewhere();
  await store.put('a', Buffer.from('good'));
  let times = 0;
  fault = () => {
    times += 1;
    const broken = async function* () {
      yield Buffer.from('ba');
      throw new BlobFault('damaged', 'broke off');
    };
    return times < 3 ? Readable.from(broken(), { objectMode: false }) : null;
  };
  expect(await bytesOf(await open(store).file('a'))).toBe('good');
  times = -99;
  await store.put('b', Buffer.from('good'));
  await expect(open(store).file('b')).rejects.toMatchObject({ kind: 'damaged' });
  expect(kept()).toBe(1);
});

test('while the store does not answer, what is kept is given, and nobody else waits for it', async () => {
  const store = elsewhere();
  const blobs = open(store);
  await blobs.put('a', Buffer.from('a'));
  await blobs.file('a');
  fault = () => {
    throw new BlobFault('unreachable', 'no answer');
  };
  await expect(blobs.file('b')).rejects.toThrow('no answer');
  const before = asked.length;
  await expect(blobs.file('c')).rejects.toThrow('no answer');
  expect(asked).toHaveLength(before);
  expect(await bytesOf(await blobs.file('a'))).toBe('a');
  fault = null;
  time += 6000;
  await blobs.put('c', Buffer.from('c'));
  expect(await bytesOf(await blobs.file('c'))).toBe('c');
});

test('no more is kept than may be: what was read longest ago goes, at the latest at the next start', async () => {
  const store = elsewhere();
  const blobs = open(store, 100 * KB);
  for (const name of ['a', 'b', 'c', 'd']) await blobs.put(name, Buffer.alloc(30 * KB, name));
  for (const name of ['a', 'b', 'c', 'd']) await blobs.file(name);
  // The file that was just given stays, because its reader may be about to open it.
  expect(readFileSync(path.join(folder, 'cache/a')).length).toBe(30 * KB);
  const again = open(store, 100 * KB);
  await again.file('d');
  await expect.poll(kept).toBe(3);
  expect(asked.filter((key) => key === 'd')).toHaveLength(1);
});

test('where the disk is full, copies that were read long ago make room', async () => {
  const store = elsewhere();
  const blobs = open(store);
  for (const name of ['a', 'b', 'c']) {
    await blobs.put(name, Buffer.alloc(KB, name));
    await blobs.file(name);
  }
  let times = 0;
  fault = () => {
    times += 1;
    if (times === 1) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    return null;
  };
  await store.put('d', Buffer.from('d'));
  expect(await bytesOf(await blobs.file('d'))).toBe('d');
  expect(readdirSync(path.join(folder, 'cache')).sort()).toEqual(['c', 'd']);
});
