import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { addressHash } from '#server/db/address-hash.ts';
import { seedContent } from '#server/db/seed-content/index.ts';
import { NOW } from '#server/repositories/blog-fixture.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { listEntries } from '#server/repositories/history/history.ts';
import { setPrompt, storeShippedPrompts } from '#server/repositories/prompt-templates.ts';
import { restoreSiteSettings } from '#server/repositories/site-settings.ts';
import { findSubscriberByEmail, putSubscriber } from '#server/repositories/subscribers/subscribers.ts';
import { findSuppression, suppressAddress } from '#server/repositories/subscribers/suppressed.ts';
import { setTopics, topicsOf } from '#server/repositories/subscribers/topics.ts';
import { emptyCodex } from '#shared/kernel/codex.ts';
import { codexDocumentId, saveCodex, typeCodex } from '#shared/workspace/codex-document.ts';
import { openDocument } from '#shared/workspace/document.ts';
import { unzip } from '#tests/unzip.ts';
import { bringCodices, exportedCodices } from '../codex-exchange.ts';
import { exportPosts } from '../export/export-posts.ts';
import { openExportZip } from '../export/export-zip.ts';
import { fillSite, follow } from '../export/whole-site-fixture.ts';
import { type ImportSite, openImportSite } from '../import/import-fixture.ts';
import { openSource } from '../import/sources.ts';
import { type ImportsApp, openImportsApp } from './imports-fixture.ts';
import { undoImport } from './undo-import.ts';

/** A site with something of everything, and its export. */
let there: ImportSite;
let here: ImportsApp;
beforeAll(async () => {
  there = await openImportSite();
  await storeShippedPrompts(there.db, seedContent.promptTemplates, NOW);
  await fillSite(there);
  const clock = { now: () => NOW };
  for (const category of ['garden', 'technology'])
    await bringCodices({ db: there.db, clock, isDryRun: false }, [{ category, codex }]);
  await there.export();
});
afterAll(() => there.close());
beforeEach(async () => {
  here = await openImportsApp();
});
afterEach(() => here.close());

const codex = { ...emptyCodex, voice: 'Dry.' };

/** Imports the export here. */
async function bring() {
  here.lay(await openSource(path.join(there.root, 'out')));
  return here.run();
}

/** Everything that an export of the site here contains. */
async function wholeSite(): Promise<Record<string, string>> {
  const out = new PassThrough();
  const whole = buffer(out);
  const { db, clock, pictures } = here.parts;
  await exportPosts({ db, clock, pictures, target: openExportZip(out, NOW) });
  return Object.fromEntries([...(await unzip(await whole))].map(([name, bytes]) => [name, bytes.toString('latin1')]));
}

const codicesHere = () => exportedCodices(here.database.db, here.clock);
const person = async (email: string) => {
  const found = await findSubscriberByEmail(here.database.db, email);
  if (!found) throw new Error(`${email} does not follow`);
  return found;
};

test('after an undo of an export of ours the site is what it was, and the same export can be brought in again', async () => {
  const before = await wholeSite();
  const { id } = await bring();
  const during = await wholeSite();
  expect(during).not.toEqual(before);
  expect(await codicesHere()).toHaveLength(2);
  const { undone } = await here.undo(id);
  expect(undone?.stays).toEqual([]);
  expect(Object.fromEntries(undone?.taken.map(({ kind, count }) => [kind, count]) ?? [])).toEqual({
    ...{ post: 2, redirect: 1, 'former-address': 3, prompt: 1, setting: 3, codex: 2, subscriber: 3 },
    ...{ 'suppressed-address': 1, tag: 2, category: 1, author: 3, picture: 3 },
  });
  expect(await wholeSite()).toEqual(before);
  const [entry] = (await listEntries(here.database.db, 0, { kind: 'prompt', action: 'replaced' })).items;
  expect(entry).toMatchObject({ origin: { kind: 'import' } });
  // Things that were deleted are in the way no more than things that never existed.
  here.lay(await openSource(path.join(there.root, 'out')));
  const again = await here.run();
  expect(await codicesHere()).toEqual([
    { category: 'technology', codex },
    { category: 'garden', codex },
  ]);
  // Pictures in the bin keep their names.
  expect(Object.keys(await wholeSite())).toHaveLength(Object.keys(during).length);
  expect((await here.undo(again.id)).undone?.stays).toEqual([]);
  expect(await wholeSite()).toEqual(before);
});

test('what somebody follows here since stays, and leads nobody to what they have not chosen', async () => {
  const { id } = await bring();
  const { db } = here.database;
  const garden = (await listCategories(db, here.clock.now())).find(({ slug }) => slug === 'garden');
  const made = { email: 'eve@example.com', source: 'site', linkKey: 'e'.repeat(32) } as const;
  const eve = await putSubscriber(db, made, here.clock.now());
  const followed = [{ kind: 'category' as const, targetId: garden?.id ?? 0 }];
  await setTopics(db, eve.id, followed);
  const { undone } = await here.undo(id);
  expect(undone?.stays).toEqual([{ kind: 'category', name: 'Garden', why: 'Subscribers follow it.' }]);
  expect((await topicsOf(db, [eve.id])).get(eve.id)).toMatchObject(followed);
});

test('what was changed here since stays, and is named', async () => {
  const { id } = await bring();
  const { db } = here.database;
  const now = here.clock.now();
  await setPrompt(db, 'buyer-avatar', { prompt: 'Mine here', isDefault: false }, now);
  await restoreSiteSettings(db, { siteName: 'Ten', 'contact.support': null }, now);
  await setTopics(db, (await person('bob@example.com')).id, [{ kind: 'site', targetId: 0 }]);
  const garden = (await listCategories(db, now)).find(({ slug }) => slug === 'garden');
  await write(codexDocumentId(garden?.id ?? 0));
  const mine = await here.post({ slug: 'mine' });
  await db.updateTable('redirects').set({ post_id: mine }).execute();
  const { undone } = await here.undo(id);
  expect(undone?.stays).toEqual([
    { kind: 'former-address', name: '/post/was-z', why: 'It leads elsewhere by now.' },
    { kind: 'prompt', name: expect.any(String), why: 'It was changed here since.' },
    { kind: 'setting', name: 'Site name', why: 'It was changed here since.' },
    { kind: 'codex', name: 'Garden', why: 'It was changed here since.' },
    { kind: 'subscriber', name: expect.stringMatching(/^no\. \d+$/), why: 'They have changed what they get since.' },
    { kind: 'category', name: 'Garden', why: 'It has a codex.' },
  ]);
  expect(await codicesHere()).toMatchObject([{ category: 'garden', codex: { voice: 'Wry.' } }]);
});

/** Saves a new version of the codex in a document, as a device that has the document does. */
async function write(documentId: string): Promise<void> {
  const { workspace } = here.services;
  const { siteId, updates } = await workspace.pull(null);
  const stored = updates.flatMap(({ change }) =>
    change.type === 'update' && change.documentId === documentId ? [Buffer.from(change.update, 'base64')] : [],
  );
  const document = openDocument({ id: documentId, kind: 'codex' }, stored);
  typeCodex(document, { ...codex, voice: 'Wry.' }, String);
  saveCodex(document, randomUUID(), { at: NOW, note: '' });
  const update = Buffer.from(document.encode()).toString('base64');
  await workspace.push({ siteId, updates: [{ type: 'update', id: randomUUID(), documentId, kind: 'codex', update }] });
}

test('whoever was erased here since an import said so too stays away after its undo', async () => {
  const left = await openImportSite();
  onTestFinished(() => left.close());
  await follow(left, 'ann@example.com', { key: 'a'.repeat(32), topics: [] });
  const at = new Date(NOW).toISOString();
  for (const email of ['ann@example.com', 'eve@example.com'])
    await left.db
      .insertInto('suppressed_addresses')
      .values({ address_hash: addressHash(email), reason: 'bounced', created_at: at })
      .execute();
  await left.export();
  here.lay(await openSource(path.join(left.root, 'out')));
  const { id } = await here.run();
  await suppressAddress(here.database.db, 'eve@example.com', 'erased', NOW);
  await here.undo(id);
  expect(await findSuppression(here.database.db, 'eve@example.com')).toMatchObject({ reason: 'bounced' });
  expect(await findSuppression(here.database.db, 'ann@example.com')).toBeNull();
});

test('an undo that was ended in the middle goes on where it was', async () => {
  const before = await wholeSite();
  const { id } = await bring();
  const done = async (count: number) => {
    if (count === 9) throw new Error('Killed');
  };
  const notes = { begin: async () => undefined, done };
  await expect(undoImport({ ...here.parts, importId: id, notes })).rejects.toThrow('Killed');
  expect(await wholeSite()).not.toEqual(before);
  expect((await here.undo(id)).undone?.stays).toEqual([]);
  expect(await wholeSite()).toEqual(before);
});
