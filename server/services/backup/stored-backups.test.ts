import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSiteBlobs, openStore } from '#server/adapters/blobs/open-blobs.ts';
import type { SiteBlobs } from '#server/adapters/blobs/site-blobs.ts';
import { readOwner, sayOwner } from '#server/adapters/blobs/store-owner.ts';
import { readConfig } from '#server/config.ts';
import { SITE_ID } from '#server/test-app.ts';
import { backedUpSite, clock, filesIn, passingFolder, renderAll } from '#server/test-backups.ts';
import { type ObjectStore, startObjectStore } from '#tests/object-store/object-store.ts';
import { restoreBackup } from './restore-backup.ts';
import { fetchBackup, inWorkFolder, storeBackup } from './stored-backups.ts';
import { writeBackup } from './write-backup.ts';

let service: ObjectStore;
let count = 0;
beforeAll(async () => {
  service = await startObjectStore();
});
afterAll(() => service.close());

/** A new data folder of a site whose blobs have a place of their own in the object store. */
function elsewhere(): { dataDir: string; blobs: SiteBlobs } {
  count += 1;
  const dataDir = path.join(passingFolder(), 'data');
  const config = readConfig({ DATA_DIR: dataDir, ...service.environment(`site-${count}`) }, passingFolder());
  return { dataDir, blobs: openSiteBlobs(config) };
}
/**
 * Restores without rendering the pages, which takes most of the time; restore-backup.test.ts renders them for the
 * proof.
 */
const restore = (file: string, { dataDir, blobs }: ReturnType<typeof elsewhere>, isReplacing = false) =>
  restoreBackup({ file, dataDir, blobs, isReplacing, clock, render: async () => 1 });
const keysIn = async ({ store }: SiteBlobs, folder: string) => {
  const keys: string[] = [];
  for await (const { key } of store.list(folder, { isDeep: true })) keys.push(key);
  return keys.sort();
};

test('a backup that is put back brings its pictures into the store; of there a backup is the same', async () => {
  const { app } = await backedUpSite();
  app.database.sqlite
    .prepare("insert into settings (key, value, updated_at) values ('site-id', ?, '')")
    .run(JSON.stringify(SITE_ID));
  const file = path.join(passingFolder(), 'own.tar');
  await writeBackup({ dataDir: app.folder, file, clock, program: '1' });
  const there = elsewhere();
  const { aside, pictures } = await restore(file, there);
  expect([aside, pictures]).toEqual([null, 1]);
  const names = (folder: string) => readdirSync(path.join(app.folder, folder)).map((name) => `${folder}/${name}`);
  expect(await keysIn(there.blobs, 'uploads')).toEqual(names('uploads').sort());
  expect(await keysIn(there.blobs, 'originals')).toEqual(names('originals').sort());
  expect(readdirSync(there.dataDir).filter((name) => /uploads|originals|restoring/.test(name))).toEqual([]);
  expect(await readOwner(there.blobs.store)).toEqual({ siteId: SITE_ID, writer: there.blobs.writer?.() });
  const second = path.join(passingFolder(), 'second.tar');
  expect(await writeBackup({ ...there, file: second, clock, program: '1' })).toMatchObject({
    pictures: 1,
    missing: [],
  });
  const home = path.join(passingFolder(), 'home');
  await restoreBackup({ file: second, dataDir: home, isReplacing: false, clock, render: renderAll() });
  const pictureFiles = (folder: string) => [...filesIn(folder)].filter(([name]) => /^(uploads|originals)/.test(name));
  expect(pictureFiles(home)).toEqual(pictureFiles(app.folder));
});

test('what the store had and the backup has not is kept aside; what it has already is not sent again', async () => {
  const { file } = await backedUpSite();
  const there = elsewhere();
  await restore(file, there);
  const [kept = '', changed = ''] = await keysIn(there.blobs, 'uploads');
  await there.blobs.put(changed, Buffer.from('changed since'));
  await there.blobs.put('uploads/later.webp', Buffer.from('came later'));
  service.requests.length = 0;
  await restore(file, there, true);
  const puts = service.requests
    .filter((request) => request.startsWith('PUT'))
    .map((request) => request.split('/').slice(3).join('/'));
  expect(puts).not.toContain(kept);
  const aside = (await keysIn(there.blobs, '')).filter((key) => key.startsWith('before-restore-'));
  expect(aside.map((key) => key.split('/').slice(1).join('/')).sort()).toEqual([changed, 'uploads/later.webp'].sort());
  expect((await there.blobs.store.head(changed))?.size).not.toBe('changed since'.length);
});

test('into the store of another site nothing is put back', async () => {
  const { file } = await backedUpSite();
  const there = elsewhere();
  await sayOwner(there.blobs.store, { siteId: 'another', writer: null });
  await expect(restore(file, there)).rejects.toThrow('holds the pictures of another site');
  expect(await keysIn(there.blobs, 'uploads')).toEqual([]);
  expect(existsSync(path.join(there.dataDir, 'ninefold.db'))).toBe(false);
});

test('a backup is kept in a store under a name that is free, and comes back as it was put', async () => {
  const { file } = await backedUpSite();
  const config = readConfig({ DATA_DIR: passingFolder(), ...service.environment('kept') }, passingFolder());
  expect(config.BACKUP_DIR).toBe('s3://blog/kept/backups');
  const store = openStore(config, config.BACKUP_DIR);
  const workFolder = path.join(passingFolder(), 'work');
  const name = 'ninefold-2026-11-20T16-58-18Z.tar';
  await storeBackup(store, { name, file });
  await expect(storeBackup(store, { name, file })).rejects.toThrow('is in s3://blog/kept/backups already');
  const back = elsewhere();
  await inWorkFolder({ workFolder, name }, async (target) => {
    await fetchBackup(store, { name, file: target });
    await restore(target, back);
  });
  expect(readdirSync(workFolder)).toEqual([]);
  await expect(
    inWorkFolder({ workFolder, name }, (target) => fetchBackup(store, { name: 'none.tar', file: target })),
  ).rejects.toThrow('There is no none.tar in s3://blog/kept/backups.');
  rmSync(workFolder, { recursive: true });
});
