import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { createSiteBlobs, type SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { OWNER_KEY, readOwner, sayOwner, takeOver, writerOf } from '#server/adapters/blobs/store-owner.ts';
import type { OpenDatabase } from '#server/db/open.ts';
import { NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { insertImage } from '#server/repositories/images.ts';
import { maySweep, takePictureStore } from './picture-store.ts';

let blog: OpenDatabase;
let store: BlobStore;
beforeEach(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-taken-'));
  store = openFolderStore(folder);
  blog = await openBlog();
  onTestFinished(async () => {
    await blog.close();
    rmSync(folder, { recursive: true });
  });
});

const blobsOf = (of: BlobStore, writer: string | null = 'here'): SiteBlobs =>
  createSiteBlobs({ store: of, writer: writer === null ? null : () => writer, cacheFolder: '', cacheBytes: 0 });
const take = (siteId: string | null, of = store) => takePictureStore(blobsOf(of), blog.db, siteId);

test('an empty store is taken by the site that comes first, and refused to any other', async () => {
  await take(null);
  expect(await readOwner(store)).toBeNull();
  await take('ours');
  await take('ours');
  expect(await readOwner(store)).toEqual({ siteId: 'ours', writer: 'here' });
  for (const other of ['theirs', null]) await expect(take(other)).rejects.toThrow('holds the pictures of another site');
  expect(await readOwner(store)).toEqual({ siteId: 'ours', writer: 'here' });
});

test('a store that holds pictures is taken by the site they belong to alone', async () => {
  await store.put('originals/a.png', Buffer.from('x'));
  for (const siteId of [null, 'ours']) await expect(take(siteId)).rejects.toThrow('none of them is this site’s');
  const picture = { filename: 'a.jpg', originalFilename: 'a.png', shareFilename: 'a-share.jpg', srcset: '' };
  await insertImage(blog.db, { ...picture, width: 1, height: 1, size: 1 }, { now: NOW });
  await take('ours');
  expect(await readOwner(store)).toEqual({ siteId: 'ours', writer: 'here' });
});

test('a note that is none of ours is told, and not written over', async () => {
  await store.put(OWNER_KEY, Buffer.from('{"product":"another"}'));
  await expect(take('ours')).rejects.toThrow('site.json in');
});

test('a store that does not answer holds up no start, one that refuses ends it', async () => {
  const broken = (kind: 'unreachable' | 'refused'): BlobStore => ({
    ...store,
    get: () => Promise.reject(new BlobFault(kind, 'told by the store')),
  });
  await take('ours', broken('unreachable'));
  await expect(take('ours', broken('refused'))).rejects.toThrow('told by the store');
});

test('only a store that this data folder has taken is swept; the data folder is', async () => {
  const may = (writer: string | null, siteId = 'ours') => maySweep(blobsOf(store, writer), siteId);
  expect([await may('here'), await may(null)]).toEqual([false, true]);
  // The state that a move leaves: the first data folder that starts takes the store.
  await sayOwner(store, { siteId: 'ours', writer: null });
  expect(await may('here')).toBe(false);
  await take('ours');
  expect([await may('here'), await may('here', 'theirs'), await may('there')]).toEqual([true, false, false]);
  // The site is put back on another machine; the old machine cannot take the store again.
  await takeOver(store, { siteId: 'ours', writer: 'there' });
  await take('ours');
  expect([await may('here'), await may('there')]).toEqual([false, true]);
});

test('a data folder is called the same every time, and another otherwise', () => {
  const folders = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'ninefold-writer-')));
  const [first = '', second = ''] = folders;
  expect(writerOf(first)).toBe(writerOf(first));
  expect(writerOf(second)).not.toBe(writerOf(first));
  for (const folder of folders) rmSync(folder, { recursive: true });
});
