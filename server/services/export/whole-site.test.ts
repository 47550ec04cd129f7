import { createHash } from 'node:crypto';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { seedContent } from '#server/db/seed-content/index.ts';
import { DAY, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { findMoved } from '#server/repositories/named-pages.ts';
import { setPrompt, storeShippedPrompts } from '#server/repositories/prompt-templates.ts';
import { setRedirect } from '#server/repositories/redirects.ts';
import { changeSiteSettings } from '#server/repositories/site-settings.ts';
import { insertTag, renameTag } from '#server/repositories/tags.ts';
import { unpack, unzip } from '#tests/unzip.ts';
import { type ImportSite, openImportSite } from '../import/import-fixture.ts';
import { MANIFEST_FILE, type Manifest, readManifest } from './export-manifest.ts';
import { exportPosts } from './export-posts.ts';
import { openExportZip } from './export-zip.ts';
import { fillSite, follow } from './whole-site-fixture.ts';

/** A site with something of everything, and its archive; no test changes it. */
let full: ImportSite;
let archive: Buffer;
const others: ImportSite[] = [];

async function openSite(): Promise<ImportSite> {
  const opened = await openImportSite();
  others.push(opened);
  await storeShippedPrompts(opened.db, seedContent.promptTemplates, NOW);
  return opened;
}

beforeAll(async () => {
  full = await openSite();
  others.pop();
  await fillSite(full);
  archive = await zipped(full);
});
afterAll(() => full.close());
afterEach(async () => {
  for (const each of others.splice(0)) await each.close();
});

/** Exports the site as one archive. */
async function zipped(of: ImportSite, now = NOW): Promise<Buffer> {
  const out = new PassThrough();
  const whole = buffer(out);
  const clock = { now: () => of.time.now };
  await exportPosts({ db: of.db, clock, pictures: of.pictures, target: openExportZip(out, now) });
  return whole;
}

/** Unpacks an archive below a site's folder. */
async function unpacked(archive: Buffer, into: ImportSite): Promise<string> {
  const folder = path.join(into.root, 'unpacked');
  unpack(await unzip(archive), folder);
  return folder;
}

test('an import of an export of everything changes nothing in the same site', async () => {
  const report = await full.import({ folder: await unpacked(archive, full) });
  expect(report).toMatchObject({
    created: 0,
    updated: 0,
    unchanged: 2,
    skipped: [],
    lostPictures: [],
    madeAuthors: [],
  });
  expect(report).toMatchObject({ picturesStored: 0, redirects: 0, codices: 0 });
  expect(report.parts).toEqual({ tags: 0, formerAddresses: 0, prompts: 0, settings: 0, subscribers: 0 });
  expect((await zipped(full)).equals(archive)).toBe(true);
});

test('into an empty site it gives the same site: an export of that has the same bytes', async () => {
  const other = await openSite();
  const folder = await unpacked(archive, other);
  const expected = {
    ...{ created: 2, picturesStored: 3, redirects: 1, lostPictures: [], skipped: [] },
    parts: { tags: 2, formerAddresses: 3, prompts: 1, settings: 3, subscribers: 3 },
  };
  expect(await other.import({ folder, isDryRun: true })).toMatchObject(expected);
  expect(await other.import({ folder })).toMatchObject(expected);
  const [one, two] = [await unzip(archive), await unzip(await zipped(other))];
  expect([...two.keys()].sort()).toEqual([...one.keys()].sort());
  for (const [name, bytes] of one) {
    expect(withoutTimes(name, two.get(name)?.toString('latin1') ?? '')).toBe(
      withoutTimes(name, bytes.toString('latin1')),
    );
  }
});

test('a former slug that a draft has by now comes along, and leads readers on there too', async () => {
  const site = await openSite();
  const { id: tag } = await insertTag(site.db, 'Leaves');
  await renameTag(site.db, tag, 'Green', NOW);
  const { id } = await makePost(site, { slug: 'tea', tags: ['Green'] }, NOW - DAY);
  await setRedirect(site.db, 'old-tea', id, NOW);
  await makePost(site, { slug: 'old-tea', published: false, publishedAt: null, tags: ['Leaves'] });
  const other = await openSite();
  await other.import({ folder: await unpacked(await zipped(site), other) });
  expect(await findMoved(other.db, 'post', 'old-tea', NOW)).toBe('tea');
  expect(await findMoved(other.db, 'tag', 'leaves', NOW)).toBe('green');
});

/** The manifest without times: the time at which the program's prompts came into a site differs from site to site. */
function withoutTimes(name: string, text: string): string {
  return name === MANIFEST_FILE ? text.replace(/"createdAt": "[^"]*"/g, '"createdAt": ""') : text;
}

test('what the owner has in a site stays as it is', async () => {
  const other = await openSite();
  await setPrompt(other.db, 'buyer-avatar', { prompt: 'Theirs', isDefault: false }, NOW);
  await changeSiteSettings(other.db, { siteName: 'Ten' }, NOW);
  const at = new Date(NOW).toISOString();
  await other.db
    .insertInto('newsletter_subscribers')
    .values({ email: 'Ann@Example.com', subscribed: 0, created_at: at, link_key: 'b'.repeat(32) })
    .execute();
  const report = await other.import({ folder: await unpacked(archive, other) });
  expect(report.parts).toMatchObject({ prompts: 0, settings: 2, subscribers: 2 });
  const after = await manifestOf(other);
  expect(after.settings.siteName).toBe('Ten');
  expect(after.prompts.find(({ step }) => step === 'buyer-avatar')?.prompt).toBe('Theirs');
  const people = new Map(after.subscribers.map((each) => [each.email, each]));
  expect(people.get('Ann@Example.com')).toMatchObject({ isSubscribed: false, linkKey: 'b'.repeat(32) });
  // The key in the archive belongs to somebody else here, and whoever has it may change that subscription.
  expect(people.get('bob@example.com')?.linkKey).toMatch(/^(?!b{32})[0-9a-f]{32}$/);
});

test('nobody who must not be written to comes back with an export', async () => {
  const site = await openSite();
  await follow(site, 'ann@example.com', { key: 'a'.repeat(32), topics: [['site', 0]] });
  const followed = await zipped(site);
  const other = await openSite();
  const addressHash = createHash('sha256').update('ann@example.com').digest('hex');
  await other.db
    .insertInto('suppressed_addresses')
    .values({ address_hash: addressHash, reason: 'erased', created_at: new Date(NOW).toISOString() })
    .execute();
  const report = await other.import({ folder: await unpacked(followed, other) });
  expect(report.parts.subscribers).toBe(0);
});

test('a part that no export of ours holds stays out, and the rest comes in', async () => {
  const site = await openSite();
  await fillSite(site);
  const folder = await unpacked(await zipped(site), site);
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error('No manifest');
  const bad: Manifest = {
    ...manifest,
    tags: [
      { name: ' ', slug: '' },
      { name: `${'x'.repeat(90)}`, slug: 'x' },
    ],
    formerAddresses: {
      posts: [
        { slug: 'a/b', to: 'z-post' },
        { slug: 'lost', to: 'nowhere' },
      ],
      tags: [],
      authors: [],
    },
    prompts: manifest.prompts.map((prompt) => ({ ...prompt, isDefault: false, prompt: '' })),
    subscribers: [
      { ...subscriberOf(manifest), email: 'no address', linkKey: null },
      { ...subscriberOf(manifest), email: 'x@example.com', linkKey: '../../etc' },
      { ...subscriberOf(manifest), email: 'y@example.com', linkKey: null, topics: [{ kind: 'tag', slug: 'none' }] },
    ],
  };
  site.write(`unpacked/${MANIFEST_FILE}`, JSON.stringify(bad));
  const report = await site.import({ folder });
  expect(report).toMatchObject({ unchanged: 2, skipped: [] });
  expect(report.parts).toEqual({ tags: 0, formerAddresses: 0, prompts: 0, settings: 0, subscribers: 1 });
});

function subscriberOf({ subscribers: [first] }: Manifest) {
  if (!first) throw new Error('Nobody follows');
  return first;
}

async function manifestOf(of: ImportSite): Promise<Manifest> {
  const folder = path.join(of.root, 'again');
  await of.export(folder);
  const manifest = await readManifest(folder);
  if (!manifest) throw new Error('No manifest');
  return manifest;
}

test('no secret is in an export', async () => {
  const site = await openSite();
  await fillSite(site);
  const at = new Date(NOW).toISOString();
  const secret = 'very-secret-9f3b';
  const { db } = site;
  await db
    .insertInto('admin_users')
    .values({ email: 'o@example.com', password: secret, name: 'O', created_at: at, updated_at: at })
    .execute();
  await db
    .insertInto('sessions')
    .values({ sid: secret, sess: JSON.stringify({ secret }), expire: at })
    .execute();
  await db
    .insertInto('settings')
    .values({ key: 'anything-else', value: JSON.stringify(secret), updated_at: at })
    .execute();
  await db.insertInto('share_links').values({ post_id: 1, secret_hash: secret, created_at: at }).execute();
  await db
    .insertInto('ai_providers')
    .values({
      name: 'P',
      kind: 'openai',
      address: `https://${secret}.example`,
      sealed_key: Buffer.from(secret),
      models: '[]',
      created_at: at,
      updated_at: at,
    })
    .execute();
  await db
    .insertInto('pending_subscriptions')
    .values({ email: `${secret}@example.com`, topics: '[]', secret_hash: secret, created_at: at })
    .execute();
  await db
    .insertInto('contact_messages')
    .values({ name: 'N', email: 'n@example.com', message: secret, created_at: at })
    .execute();
  for (const [name, bytes] of await unzip(await zipped(site)))
    expect(`${name}: ${bytes.includes(secret)}`).toBe(`${name}: false`);
});
