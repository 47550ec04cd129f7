import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import type { MakePublication } from './make-publication.ts';
import { MANIFEST_KEY, parseManifest, whyNotTaken } from './manifest.ts';
import { OtherWriter } from './manifest-keeper.ts';
import { createPublications } from './publish-once.ts';

// The files in the store after each publication, tested with both kinds of store.

let service: ObjectStore;
beforeAll(async () => {
  service = await startObjectStore();
});
afterAll(() => service.close());

let count = 0;
const { signal } = new AbortController();
const MINUTE = 60_000;

function passingFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-publications-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const stores: Record<string, () => BlobStore> = {
  'a folder': () => openFolderStore(path.join(passingFolder(), 'blobs')),
  'an object store': () => {
    count += 1;
    return openS3Store({ place: service.place(`published-${count}`), workFolder: passingFolder() });
  },
};

describe.each(Object.entries(stores))('%s', (_name, open) => {
  let store: BlobStore;
  let now: number;
  beforeEach(() => {
    store = open();
    now = Date.now();
    service.fault = null;
  });

  /** A server of the site, which publishes these words as its database. */
  function server(
    words: { database: string; due?: string },
    { siteId = 'site', writer = 'writer', restored = 0 } = {},
  ) {
    const folder = passingFolder();
    let made = 0;
    const write = (bytes: string) => {
      made += 1;
      const file = path.join(folder, String(made));
      writeFileSync(file, bytes);
      return { file, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: Buffer.byteLength(bytes) };
    };
    const make: MakePublication = async () => ({
      database: { ...write(words.database), plainBytes: 1000 },
      due: words.due === undefined ? null : write(words.due),
      migration: 36,
    });
    const publications = createPublications({
      ...{ store, siteId, writer, program: '1.2.3', make, now: () => now },
      restoredAt: async () => restored,
    });
    return { publish: () => publications.publish(now, signal), sweep: publications.sweep, words };
  }
  const stored = async (key: string) => {
    const read = await store.get(key);
    return read && text(read.body);
  };
  const names = async () => (await store.names('published')).toSorted();
  const manifest = async () => parseManifest((await stored(MANIFEST_KEY)) ?? '');

  test('has what was published under the name of its sum, and a manifest that names it', async () => {
    const { publish } = server({ database: 'first', due: 'sealed' });
    const given = await publish();
    expect(await manifest()).toEqual(given);
    expect(given).toMatchObject({ format: 1, siteId: 'site', writer: 'writer', migration: 36, program: '1.2.3' });
    expect([await stored(given.database.key), await stored(given.due?.key ?? '')]).toEqual(['first', 'sealed']);
    const read = await store.get(given.database.key);
    const bytes = read && (await buffer(read.body));
    expect(
      createHash('sha256')
        .update(bytes ?? '')
        .digest('hex'),
    ).toBe(given.database.sha256);
  });

  test('has numbers that only rise, also after a restart, a clock that was put back and a manifest that was lost', async () => {
    const first = await server({ database: 'a' }).publish();
    now -= 24 * 60 * MINUTE;
    const again = server({ database: 'b' }, { writer: 'restarted' });
    const second = await again.publish();
    now += 48 * 60 * MINUTE;
    await store.delete(MANIFEST_KEY);
    const third = await server({ database: 'c' }, { writer: 'third' }).publish();
    expect(second.number).toBe(first.number + 1);
    expect(third.number).toBeGreaterThan(second.number);
    const reader = { siteId: 'site', migration: 36, current: second };
    expect([first, second, third].map((each) => whyNotTaken(each, reader))).toEqual(['not-newer', 'not-newer', null]);
  });

  test('keeps the files of earlier manifests for ten minutes, and nothing else', async () => {
    const { publish, sweep, words } = server({ database: 'first' });
    const first = await publish();
    words.database = 'second';
    const second = await publish();
    await store.put('published/notes.txt', Buffer.from('mine'));
    const orphan = `published/db-${'f'.repeat(64)}.sqlite.zst`;
    await store.put(orphan, Buffer.from('left by a kill'));
    const nameOf = (key: string) => key.slice('published/'.length);
    await sweep();
    expect(await names()).toEqual(
      [
        'manifest.json',
        'notes.txt',
        nameOf(first.database.key),
        nameOf(second.database.key),
        nameOf(orphan),
      ].toSorted(),
    );
    now += 11 * MINUTE;
    await sweep();
    expect(await names()).not.toContain(nameOf(first.database.key));
    expect(await names()).toContain(nameOf(orphan));
    now += 60 * MINUTE;
    await sweep();
    expect(await names()).toEqual(['manifest.json', 'notes.txt', nameOf(second.database.key)].toSorted());
    words.database = 'first';
    await publish();
    await sweep();
    expect(await stored(first.database.key)).toBe('first');
  });

  test('notices two writers: the one that began first stops, and what the other has put stays', async () => {
    const old = server({ database: 'old' }, { writer: 'old' });
    await old.publish();
    const young = server({ database: 'young' }, { writer: 'young' });
    const put = await young.publish();
    old.words.database = 'old again';
    await expect(old.publish()).rejects.toThrow('Another server of this site publishes');
    await expect(old.sweep()).rejects.toThrow('Another server of this site publishes');
    expect(await manifest()).toEqual(put);
    young.words.database = 'young again';
    expect((await young.publish()).number).toBe(put.number + 1);
  });

  test('a machine that was given up and is started again does not go back behind the one that was put back from a backup', async () => {
    await server({ database: 'given up' }, { writer: 'old' }).publish();
    const promoted = server({ database: 'put back' }, { writer: 'promoted', restored: 1 });
    await promoted.publish();
    const back = server({ database: 'given up' }, { writer: 'old, started again' });
    await expect(back.publish()).rejects.toThrow('put the newest backup back here');
    await expect(back.sweep()).rejects.toThrow(OtherWriter);
    promoted.words.database = 'what is new';
    const put = await promoted.publish();
    expect(await manifest()).toEqual(put);
    await server({ database: 'given up, and put back' }, { writer: 'third', restored: 2 }).publish();
    await expect(promoted.publish()).rejects.toThrow(OtherWriter);
  });

  test('of two that publish at once one wins with its own files', async () => {
    const [one, two] = [server({ database: 'one' }, { writer: '1' }), server({ database: 'two' }, { writer: '2' })];
    await one.publish();
    await Promise.allSettled([one.publish(), two.publish(), one.publish(), two.publish()]);
    const last = await manifest();
    expect(await stored(last?.database.key ?? '')).toBe(last?.writer === '1' ? 'one' : 'two');
  });

  test('of another site is left alone, and so is a manifest that this program does not know', async () => {
    await server({ database: 'theirs' }, { siteId: 'other' }).publish();
    const theirs = await stored(MANIFEST_KEY);
    await expect(server({ database: 'ours' }).publish()).rejects.toThrow('holds what another site has published');
    expect(await stored(MANIFEST_KEY)).toBe(theirs);
    for (const wrong of [
      '{"format":2}',
      'half a manif',
      `{"format":1,"siteId":"site","number":-1}`,
      'x'.repeat(70_000),
    ]) {
      await store.put(MANIFEST_KEY, Buffer.from(wrong));
      await expect(server({ database: 'ours' }).publish()).rejects.toThrow('not as this version of Ninefold writes it');
      expect(await stored(MANIFEST_KEY)).toBe(wrong);
    }
  });
});

test('a manifest that names a file by another sum than its own is none', async () => {
  const sha256 = 'a'.repeat(64);
  const database = { key: 'uploads/secret', sha256, bytes: 1, plainBytes: 1 };
  const madeAt = new Date(0).toISOString();
  const manifest = { format: 1, siteId: 's', number: 1, writer: 'w', madeAt, migration: 1, program: '1', due: null };
  expect(parseManifest(JSON.stringify({ ...manifest, database }))).toBeNull();
  const key = `published/db-${sha256}.sqlite.zst`;
  expect(parseManifest(JSON.stringify({ ...manifest, database: { ...database, key } }))).not.toBeNull();
});
