import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { MANIFEST_KEY, PLAN_KEY, readManifest } from './publication-manifest.ts';
import { type FileToPublish, type PublishOptions, publishFiles } from './publish-files.ts';

function passingFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-published-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

type Site = Record<string, string>;

async function* filesOf(site: Site): AsyncGenerator<FileToPublish> {
  for (const [key, words] of Object.entries(site)) {
    const kind = key.startsWith('assets/') ? 'asset' : key.endsWith('.html') ? 'page' : 'other';
    yield { key, kind, bytes: Buffer.from(words), labels: { type: 'text/plain' } };
  }
}

const publish = (store: BlobStore, site: Site, more: Partial<PublishOptions> = {}) =>
  publishFiles({
    ...{ store, siteId: 'ours', layout: 'folders', files: filesOf(site), workFolder: passingFolder() },
    ...more,
  });

async function contents(store: BlobStore): Promise<Site> {
  const found: Site = {};
  for await (const { key } of store.list('', { isDeep: true })) {
    const read = key === MANIFEST_KEY ? null : await store.get(key);
    if (read) found[key] = await text(read.body);
  }
  return found;
}

const first: Site = {
  'index.html': 'one',
  'post/tea/index.html': 'tea names a1',
  'assets/a1.css': 'a1',
  'rss.xml': 'r',
};
const second: Site = {
  'index.html': 'two',
  'post/jam/index.html': 'jam names a2',
  'assets/a2.css': 'a2',
  'rss.xml': 'r',
};

test('writes only what has changed, and takes away what is gone', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  expect(await publish(store, first)).toMatchObject({ number: 1, files: 4, deleted: [] });
  const feed = statSync(path.join(folder, 'rss.xml'));
  const published = await publish(store, second);
  expect(published.number).toBe(2);
  expect(published.written.sort()).toEqual(['assets/a2.css', 'index.html', 'post/jam/index.html']);
  expect(published.deleted).toEqual(['post/tea/index.html']);
  expect(existsSync(path.join(folder, 'post/tea'))).toBe(false);
  expect(statSync(path.join(folder, 'rss.xml'))).toMatchObject({ ino: feed.ino, mtimeMs: feed.mtimeMs });
  // A page in a browser's cache may still name this file: the file is deleted with the next publication.
  expect(await contents(store)).toEqual({ ...second, 'assets/a1.css': 'a1' });
  expect((await publish(store, second)).deleted).toEqual(['assets/a1.css']);
  expect(await contents(store)).toEqual(second);
});

test('a publication of the same changes nothing, not even the manifest', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  await publish(store, first);
  const before = statSync(path.join(folder, MANIFEST_KEY)).mtimeMs;
  expect(await publish(store, first)).toMatchObject({ number: 1, written: [], deleted: [] });
  expect(statSync(path.join(folder, MANIFEST_KEY)).mtimeMs).toBe(before);
});

test('what somebody took away or cut short is written again', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  await publish(store, first);
  rmSync(path.join(folder, 'index.html'));
  writeFileSync(path.join(folder, 'rss.xml'), '');
  expect((await publish(store, first)).written.sort()).toEqual(['index.html', 'rss.xml']);
  expect(await contents(store)).toEqual(first);
});

test('nothing is written through a link into a folder of others, and a link beside the site stays', async () => {
  const [folder, elsewhere] = [passingFolder(), passingFolder()];
  const store = openFolderStore(folder);
  mkdirSync(path.join(elsewhere, 'tea'));
  writeFileSync(path.join(elsewhere, 'tea/index.html'), 'of others');
  symlinkSync(elsewhere, path.join(folder, 'post'));
  await expect(publish(store, first)).rejects.toThrow(/holds files that Ninefold did not publish: post\./);
  rmSync(path.join(folder, 'post'));
  await publish(store, first);
  symlinkSync(elsewhere, path.join(folder, 'downloads'));
  rmSync(path.join(folder, 'post'), { recursive: true });
  symlinkSync(elsewhere, path.join(folder, 'post'));
  await expect(publish(store, second)).rejects.toThrow(/where pages of the site belong: post\./);
  expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toBe('one');
  rmSync(path.join(folder, 'post'));
  expect((await publish(store, second)).number).toBe(2);
  expect(existsSync(path.join(folder, 'downloads/tea'))).toBe(true);
  expect(readFileSync(path.join(elsewhere, 'tea/index.html'), 'utf8')).toBe('of others');
});

test('a place that holds something else is refused, and nothing in it is touched', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  writeFileSync(path.join(folder, 'thesis.docx'), 'years of work');
  await expect(publish(store, first)).rejects.toThrow('holds files that Ninefold did not publish: thesis.docx');
  expect(await contents(store)).toEqual({ 'thesis.docx': 'years of work' });
});

test('what others have put beside a published site stays; in the place of a page it is refused', async () => {
  const folder = passingFolder();
  const store = openFolderStore(folder);
  mkdirSync(path.join(folder, '.git'));
  writeFileSync(path.join(folder, '.git/HEAD'), 'main');
  writeFileSync(path.join(folder, 'CNAME'), 'blog.example');
  await publish(store, first);
  writeFileSync(path.join(folder, 'proof-of-owner.html'), 'theirs');
  await publish(store, second);
  expect(await contents(store)).toMatchObject({
    '.git/HEAD': 'main',
    CNAME: 'blog.example',
    'proof-of-owner.html': 'theirs',
  });
  await expect(publish(store, { ...second, 'proof-of-owner.html': 'ours' })).rejects.toThrow('proof-of-owner.html');
  expect((await contents(store))['proof-of-owner.html']).toBe('theirs');
});

test.each([
  ['another site', MANIFEST_KEY, 'another site that was published'],
  ['another site that is not finished', PLAN_KEY, 'another site that was published'],
])('the place of %s is refused', async (_what, key, words) => {
  const store = openFolderStore(passingFolder());
  if (key === MANIFEST_KEY) await publish(store, first, { siteId: 'theirs' });
  else await expect(publish(breaking(store, 3), first, { siteId: 'theirs' })).rejects.toThrow('broken');
  const before = await contents(store);
  await expect(publish(store, second)).rejects.toThrow(words);
  expect(await contents(store)).toEqual(before);
});

test.each(['{"format":"ninefold-published-site","version":2}', '{"half', '[]'])(
  'a manifest that is not as we write it is believed in nothing: %s',
  async (written) => {
    const folder = passingFolder();
    writeFileSync(path.join(folder, MANIFEST_KEY), written);
    writeFileSync(path.join(folder, 'index.html'), 'theirs');
    await expect(publish(openFolderStore(folder), first)).rejects.toThrow(
      'is not as this version of Ninefold writes it',
    );
    expect(readFileSync(path.join(folder, 'index.html'), 'utf8')).toBe('theirs');
  },
);

/**
 * A store that breaks at its `at`-th change, before the change or, when `isLate`, after it. As after a kill, it changes
 * nothing more from then on.
 */
function breaking(store: BlobStore, at: number, isLate = false): BlobStore & { changes: number } {
  const change = async <T>(make: () => Promise<T>): Promise<T> => {
    broken.changes += 1;
    if (broken.changes > at || (broken.changes === at && !isLate)) throw new Error('broken');
    const made = await make();
    if (broken.changes === at) throw new Error('broken');
    return made;
  };
  const broken: BlobStore & { changes: number } = {
    ...store,
    changes: 0,
    put: (...given) => change(() => store.put(...given)),
    putIf: (...given) => change(() => store.putIf(...given)),
    delete: (...given) => change(() => store.delete(...given)),
  };
  return broken;
}

test.each([false, true])(
  'ended at any change (after it: %s), the site is whole, and the next run completes it',
  async (isLate) => {
    for (let at = 1; ; at += 1) {
      const store = openFolderStore(passingFolder());
      await publish(store, first);
      const killed = breaking(store, at, isLate);
      const ended = await publish(killed, second).then(
        () => true,
        () => false,
      );
      const found = await contents(store);
      for (const [key, words] of Object.entries(found)) {
        if (key !== PLAN_KEY) expect([first[key], second[key]]).toContain(words);
        const names = key.endsWith('.html') ? / names (a\d)$/.exec(words)?.[1] : undefined;
        // A page is never there without the file that it names.
        if (names) expect(found).toHaveProperty([`assets/${names}.css`]);
      }
      await publish(store, second);
      await publish(store, second);
      expect(await contents(store)).toEqual(second);
      if (ended) {
        expect(at).toBeGreaterThan(6);
        return;
      }
    }
  },
);

test('a first publication that was ended is gone on with, and leaves nothing behind', async () => {
  for (let at = 1; at <= 6; at += 1) {
    const store = openFolderStore(passingFolder());
    await publish(breaking(store, at, true), first).catch(() => undefined);
    await publish(store, second);
    await publish(store, second);
    expect(await contents(store)).toEqual(second);
  }
});

test('of two publications at once the one that began later stands, and the other says so', async () => {
  const store = openFolderStore(passingFolder());
  await publish(store, first);
  let later: Promise<unknown> | undefined;
  const slow: BlobStore = {
    ...store,
    async put(...given) {
      later ??= publish(store, { ...second, 'index.html': 'later' });
      await later;
      return store.put(...given);
    },
  };
  await expect(publish(slow, second)).rejects.toThrow('Another publication');
  expect((await readManifest(store))?.value.number).toBe(2);
  await publish(store, { ...second, 'index.html': 'later' });
  expect((await contents(store))['index.html']).toBe('later');
});

test('a store that is full, or says no, leaves the site as it was', async () => {
  const store = openFolderStore(passingFolder());
  await publish(store, first);
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  await expect(publish({ ...store, put: () => Promise.reject(full) }, second)).rejects.toThrow('no space');
  const found = await contents(store);
  expect(found).toMatchObject(first);
  await publish(store, second);
  expect(await contents(store)).toMatchObject(second);
});
