import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import type { BlobRead, BlobStore } from './blob-store.ts';
import { openFolderStore } from './folder-store.ts';
import { openS3Store } from './s3/s3-store.ts';

// The rules of the port, tested with both adapters.

let service: ObjectStore;
beforeAll(async () => {
  service = await startObjectStore();
});
afterAll(() => service.close());

function passingFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-blobs-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let count = 0;
const stores: Record<string, () => BlobStore> = {
  'a folder': () => openFolderStore(path.join(passingFolder(), 'blobs')),
  'an object store': () => {
    count += 1;
    // Parts of the smallest size that the protocol allows.
    const sizes = { part: 5 * 1024 * 1024 };
    return openS3Store({ place: service.place(`site-${count}/ü`), workFolder: passingFolder(), sizes });
  },
};

const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const read = async (found: BlobRead | 'same' | null) =>
  found === null || found === 'same' ? found : (await buffer(found.body)).toString();
async function listed(store: BlobStore, folder: string, options?: { isDeep: boolean }): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(folder, options)) keys.push(key);
  return keys;
}

describe.each(Object.entries(stores))('%s', (kind, open) => {
  test('gives back what was put, as bytes, a file, a stream, or something that is made', async () => {
    const store = open();
    const folder = passingFolder();
    const file = path.join(folder, 'source');
    writeFileSync(file, 'of a file');
    await store.put('uploads/a.txt', Buffer.from('bytes'));
    await store.put('uploads/b.txt', { file });
    await store.put('uploads/c.txt', Readable.from([Buffer.from('of a '), Buffer.from('stream')]));
    await store.put('uploads/d.txt', { make: async (target) => writeFileSync(target, 'made') });
    await store.put('uploads/empty', Buffer.alloc(0));
    const given = await Promise.all(
      ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'empty'].map((name) => store.get(`uploads/${name}`)),
    );
    expect(await Promise.all(given.map(read))).toEqual(['bytes', 'of a file', 'of a stream', 'made', '']);
    expect(readdirSync(folder)).toEqual(['source']);
    await store.put('uploads/a.txt', Buffer.from('others'));
    expect(await read(await store.get('uploads/a.txt'))).toBe('others');
  });

  test('says what it knows of a blob, and nothing of one that is not there', async () => {
    const store = open();
    const bytes = Buffer.from('known');
    const put = await store.put('a/b/known.png', bytes);
    const head = await store.head('a/b/known.png');
    expect(head).toMatchObject({ key: 'a/b/known.png', size: 5, etag: put.etag });
    expect(head?.sha256).toBe(kind === 'a folder' ? null : sum(bytes));
    expect(Math.abs((head?.modified ?? 0) - Date.now())).toBeLessThan(60_000);
    for (const none of ['a/b/other', 'a/b', 'a', 'a/b/known.png/c']) {
      expect([await store.head(none), await store.get(none)]).toEqual([null, null]);
    }
    await store.delete('a/b/known.png');
    await store.delete('a/b/known.png');
    expect(await store.head('a/b/known.png')).toBeNull();
  });

  test('gives parts of a blob', async () => {
    const store = open();
    await store.put('a', Buffer.from('0123456789'));
    expect(await read(await store.get('a', { start: 2, end: 4 }))).toBe('234');
    const rest = await store.get('a', { start: 7 });
    expect([await read(rest), rest?.head.size]).toEqual(['789', 10]);
    expect(await read(await store.get('a', { start: 8, end: 99 }))).toBe('89');
    await expect(store.get('a', { start: 10 }).then(read)).rejects.toMatchObject({ name: 'BlobFault' });
  });

  test('gives nothing of a blob that is known already', async () => {
    const store = open();
    const { etag } = await store.put('manifest.json', Buffer.from('1'));
    expect(await store.getOther('manifest.json', etag)).toBe('same');
    await store.put('manifest.json', Buffer.from('2'));
    expect(await read(await store.getOther('manifest.json', etag))).toBe('2');
    expect(await store.getOther('other.json', etag)).toBeNull();
  });

  test('puts on a condition: of several at once one wins, and who comes late changes nothing', async () => {
    const store = open();
    const tries = ['1', '2', '3', '4'].map((text_) => store.putIf('m', Buffer.from(text_), { isNew: true }));
    const won = (await Promise.all(tries)).filter((head) => head !== null);
    expect(won).toHaveLength(1);
    const etag = won[0]?.etag ?? '';
    const next = ['5', '6', '7'].map((text_) => store.putIf('m', Buffer.from(text_), { etag }));
    const second = (await Promise.all(next)).filter((head) => head !== null);
    expect(second).toHaveLength(1);
    expect(await store.putIf('m', Buffer.from('8'), { etag })).toBeNull();
    expect(await store.putIf('none', Buffer.from('9'), { etag })).toBeNull();
    expect(await store.head('none')).toBeNull();
    expect((await store.head('m'))?.etag).toBe(second[0]?.etag);
  });

  test('lists a folder by name, with what is in its folders where that is asked for', async () => {
    const store = open();
    const odd = 'a/Odd (1) + ü, co.txt';
    for (const key of ['a/2', 'a/1', odd, 'a/deep/er/3', 'ab/4', '5']) await store.put(key, Buffer.from(key));
    expect(await listed(store, 'a')).toEqual(['a/1', 'a/2', odd]);
    expect((await listed(store, 'a', { isDeep: true })).sort()).toEqual(['a/1', 'a/2', odd, 'a/deep/er/3'].sort());
    expect((await store.names('a')).sort()).toEqual(['1', '2', 'Odd (1) + ü, co.txt'].sort());
    expect(await listed(store, '')).toEqual(['5']);
    expect([await listed(store, 'none'), await store.names('none')]).toEqual([[], []]);
    expect(await read(await store.get(odd))).toBe(odd);
  });

  test('takes a large file whole', async () => {
    const store = open();
    const bytes = Buffer.alloc(5 * 1024 * 1024 + 3, 'large ');
    const file = path.join(passingFolder(), 'large');
    writeFileSync(file, bytes);
    const put = await store.put('backups/large.tar', { file });
    expect(put.size).toBe(bytes.length);
    const found = await store.get('backups/large.tar');
    expect(found?.head.etag).toBe(put.etag);
    expect(sum(await buffer(found?.body ?? Readable.from([])))).toBe(sum(bytes));
    expect(await store.putIf('backups/large.tar', { file }, { isNew: true })).toBeNull();
  });

  test('leaves nothing of a blob that could not be made', async () => {
    const store = open();
    await store.put('a/b', Buffer.from('before'));
    const make = async (file: string) => {
      writeFileSync(file, 'half');
      throw new Error('broken');
    };
    await expect(store.put('a/b', { make })).rejects.toThrow('broken');
    expect(await read(await store.get('a/b'))).toBe('before');
    expect(await listed(store, '', { isDeep: true })).toEqual(['a/b']);
  });

  test.each(['', '/', 'a/', '/a', 'a//b', '../a', 'a/../../b', 'a/.', 'C:x', 'a\\b', 'a\0', 'x'.repeat(801)])(
    'refuses the key %j',
    async (key) => {
      const store = open();
      await expect((async () => store.put(key, Buffer.from('x')))()).rejects.toMatchObject({ kind: 'bad-key' });
      await expect((async () => store.get(key))()).rejects.toMatchObject({ kind: 'bad-key' });
    },
  );
});

test('what was never finished is no blob, and goes when it is old', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  mkdirSync(path.join(folder, 'a'));
  const names = ['x.png.0123456789ab.partial', 'y.png.0123456789ab.partial', 'mine.partial', 'z.png'];
  for (const name of names) writeFileSync(path.join(folder, 'a', name), 'x');
  for (const name of names.filter((each) => !each.startsWith('y'))) utimesSync(path.join(folder, 'a', name), 0, 0);
  expect((await store.names('a')).sort()).toEqual(['mine.partial', 'z.png']);
  const dropped = await store.dropUnfinished('a', {
    before: Date.now() - 1000,
    isOurs: (name) => name.endsWith('.png'),
  });
  expect(dropped).toEqual(['x.png.0123456789ab.partial']);
  expect(readdirSync(path.join(folder, 'a')).sort()).toEqual(['mine.partial', 'y.png.0123456789ab.partial', 'z.png']);
});

test('what is read of a folder is whole, although another takes its name meanwhile', async () => {
  const store = openFolderStore(passingFolder());
  await store.put('a', Buffer.alloc(300_000, 'a'));
  const first = await store.get('a');
  await store.put('a', Buffer.alloc(300_000, 'b'));
  expect(new Set(await text(first?.body ?? Readable.from([])))).toEqual(new Set(['a']));
});
