import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import { moveBlobs } from './move-blobs.ts';
import { openReceipt } from './move-receipt.ts';

const patience = { answer: 2000, piece: 2000, tries: 2, pause: 1 };

let service: ObjectStore;
beforeAll(async () => {
  service = await startObjectStore();
});
afterAll(() => service.close());

let folder: string;
let from: BlobStore;
let to: BlobStore;
let count = 0;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  from = openFolderStore(path.join(folder, 'data'));
  count += 1;
  to = openS3Store({ place: service.place(`moved-${count}`), workFolder: path.join(folder, 'work'), patience });
  service.fault = null;
  service.requests.length = 0;
});

const receiptFile = () => path.join(folder, 'receipt.jsonl');
async function move(options: { from?: BlobStore; to?: BlobStore; signal?: AbortSignal; onProgress?: () => void } = {}) {
  const stores = { from: options.from ?? from, to: options.to ?? to };
  const receipt = await openReceipt(receiptFile(), { from: stores.from.address, to: stores.to.address });
  return moveBlobs({ ...options, ...stores, receipt, workFolder: path.join(folder, 'work') });
}
async function fill(blobs = 20): Promise<void> {
  for (let number = 0; number < blobs; number += 1) {
    await from.put(`${number % 2 === 0 ? 'uploads' : 'originals'}/${number}.webp`, Buffer.from(`picture ${number}`));
  }
}
const read = async (store: BlobStore, key: string) => {
  const found = await store.get(key);
  return found && text(found.body);
};
const puts = () => service.requests.filter((request) => request.startsWith('PUT')).length;

test('everything of a site is moved and proved, what else lies there is not, and nothing is deleted', async () => {
  await fill(4);
  for (const key of ['cards/a.png', 'avif/b.avif', 'backups/c.tar', 'ninefold.db', 'imports/1/x'])
    await from.put(key, Buffer.from(key));
  const moved = await move();
  expect(moved).toMatchObject({ blobs: 7, copied: 7, digest: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await read(to, 'uploads/2.webp')).toBe('picture 2');
  expect([await to.head('ninefold.db'), await to.head('imports/1/x')]).toEqual([null, null]);
  expect(await read(from, 'uploads/2.webp')).toBe('picture 2');
  expect(readdirSync(path.join(folder, 'work'))).toEqual([]);
  // The blobs are moved back again, into another folder.
  rmSync(receiptFile());
  const home = openFolderStore(path.join(folder, 'home'));
  expect(await move({ from: to, to: home })).toEqual(moved);
  expect(readFileSync(path.join(folder, 'home/originals/1.webp'), 'utf8')).toBe('picture 1');
});

test('a second run moves nothing, but what has come or changed at either end', async () => {
  await fill(6);
  const first = await move();
  service.requests.length = 0;
  expect(await move()).toEqual({ ...first, copied: 0 });
  expect(service.requests.filter((request) => !request.includes('list-type'))).toEqual([]);
  await from.put('uploads/0.webp', Buffer.from('another'));
  await from.put('uploads/new.webp', Buffer.from('new'));
  await to.put('uploads/2.webp', Buffer.from('broken'));
  expect(await move()).toMatchObject({ blobs: 7, copied: 3 });
  expect(await Promise.all(['0', 'new', '2'].map((name) => read(to, `uploads/${name}.webp`)))).toEqual([
    'another',
    'new',
    'picture 2',
  ]);
});

test('what is there already with the same bytes is proved, not put', async () => {
  await fill(4);
  await to.put('uploads/0.webp', Buffer.from('picture 0'));
  service.requests.length = 0;
  expect(await move()).toMatchObject({ blobs: 4, copied: 3 });
  expect(puts()).toBe(3);
});

test('a run that was ended goes on where it was, also after half a line', async () => {
  await fill(20);
  const ending = new AbortController();
  let done = 0;
  const onProgress = () => {
    done += 1;
    if (done === 7) ending.abort(new Error('ended'));
  };
  await expect(move({ signal: ending.signal, onProgress })).rejects.toThrow('ended');
  await expect.poll(() => readdirSync(path.join(folder, 'work'))).toEqual([]);
  const before = puts();
  appendFileSync(receiptFile(), '{"key":"uploads/18.webp","size":1');
  const { copied } = await move();
  expect([before + copied, puts()]).toEqual([20, 20]);
  const lines = readFileSync(receiptFile(), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toHaveLength(21);
});

test('a store that keeps other bytes than were put is found out', async () => {
  await fill(1);
  const lies: BlobStore = { ...to, address: 's3://liar', put: (key) => to.put(key, Buffer.from('lies')) };
  await expect(move({ to: lies })).rejects.toThrow('uploads/0.webp came back from s3://liar with other bytes');
  expect(readFileSync(receiptFile(), 'utf8').trim().split('\n')).toHaveLength(1);
});

test('a source that breaks off is no blob', async () => {
  await to.put('uploads/a.webp', Buffer.from('the whole'));
  service.fault = (request, response) => {
    if (request.method !== 'GET' || !request.url?.endsWith('a.webp')) return false;
    response.writeHead(200, { 'content-length': 9, etag: '"x"' });
    response.write('the ');
    setTimeout(() => response.destroy(), 10);
    return true;
  };
  const home = openFolderStore(path.join(folder, 'home'));
  await expect(move({ from: to, to: home })).rejects.toMatchObject({ name: 'BlobFault' });
  expect(await home.head('uploads/a.webp')).toBeNull();
});

test('the receipt of another move is refused', async () => {
  writeFileSync(receiptFile(), '{"format":"ninefold-blobs","from":"/a","to":"/b"}\n');
  await expect(move()).rejects.toThrow('is not the receipt of this move');
});
