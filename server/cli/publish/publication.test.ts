import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { readConfig } from '#server/config.ts';
import type { Layout } from '#server/services/publication/publication-manifest.ts';
import { publishFiles } from '#server/services/publication/publish-files.ts';
import { renderPage } from '#server/site/server/entry-server.tsx';
import { createTestApp, fakeAssets, type TestApp } from '#server/test-app.ts';
import { type UploadedImage, uploadImage } from '#shared/contract/images.ts';
import { fieldsWith, type PlainText, plainTexts } from '#shared/kernel/post-field-table.ts';
import { longTest } from '#tests/long-test.ts';
import { startObjectStore } from '#tests/object-store/object-store.ts';
import { isWhole } from '#tests/share.ts';
import { checkPublication } from './check-publication.ts';
import { type Collection, collectFiles } from './collect-files.ts';
import { openPublication, type Publication } from './open-site-copy.ts';

const SITE_URL = 'https://blog.example';
const WRITER = 'https://write.blog.example';
/** A word that stands in everything that belongs to the owner alone. */
const SECRET = 'unpublishedzebra';

const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-publication-'));
const target = path.join(folder, 'public');
const store: BlobStore = openFolderStore(target);
let app: TestApp;
let collection: Collection;

async function open(layout: Layout = 'folders'): Promise<Publication> {
  const env = { DATA_DIR: app.folder, SITE_URL, WRITER_URL: WRITER, SMTP_URL: 'smtp://127.0.0.1:1' };
  return openPublication({
    config: readConfig(env, folder),
    ...{ clock: app.clock, clientFolder: null, writer: WRITER, layout },
    renderer: { render: renderPage, assets: async () => fakeAssets },
  });
}

async function publish({ isChecked = true } = {}) {
  const publication = await open();
  try {
    collection = collectFiles(publication.site);
    const { siteId } = publication;
    const files = collection.files;
    const published = await publishFiles({
      store,
      siteId,
      layout: 'folders',
      files,
      workFolder: path.join(folder, 'work'),
    });
    const nothing = { files: 0, pages: 0, faults: [] as string[] };
    if (!isChecked) return { ...published, checked: nothing };
    const checked = await checkPublication({ ...{ store, siteId, siteUrl: SITE_URL, writer: WRITER }, ...publication });
    return { ...published, checked };
  } finally {
    await publication.close();
  }
}

/** A word that stands in this text of a post and nowhere else. */
const wordOf = (name: PlainText) => `only${name.toLowerCase()}`;
const read = (key: string) => readFileSync(path.join(target, key), 'utf8');
const publicationManifest = () =>
  JSON.parse(read('published-site.json')) as { files: Record<string, { type: string }> };
const keys = () => readdirSync(target, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));

/** Uploads a picture into the library. */
async function upload(cookie: string, background: string): Promise<UploadedImage> {
  const picture = sharp({ create: { width: 1200, height: 800, channels: 3, background } });
  const payload = new FormData();
  payload.set('image', new Blob([Uint8Array.from(await picture.png().toBuffer())], { type: 'image/png' }), 'a.png');
  const headers = { cookie, host: 'blog.example' };
  const response = await app.http.inject({ method: 'POST', url: uploadImage.path, headers, payload });
  return uploadImage.response.parse(response.json());
}

/** Two pictures: `shown` in a post that is live, `hidden` in a draft. */
let shown: UploadedImage;
let hidden: UploadedImage;
let published: Awaited<ReturnType<typeof publish>>;
beforeAll(async () => {
  const many = Array.from({ length: 14 }, (_, index) => ({
    title: `Kettle number ${index + 1}`,
    slug: `kettle-${index + 1}`,
    tags: ['tea'],
    content: `Words of kettle ${index + 1}.`,
  }));
  app = await createTestApp({
    env: { SITE_URL },
    posts: [
      ...many,
      {
        title: 'Crème brûlée',
        slug: 'creme-brulee',
        excerpt: 'A pudding',
        ...Object.fromEntries(plainTexts.map((name) => [name, wordOf(name)])),
        content: 'See [kettles](/tag/tea) and [none](/post/not-there).',
      },
      { title: `Draft ${SECRET}`, published: false, content: SECRET },
      { title: 'Links to secrets', content: 'A [draft](/shared/abc), the [admin](/admin?edit=1), [api](/api/posts).' },
    ],
  });
  const { database } = app;
  const cookie = await app.signIn();
  [shown, hidden] = [await upload(cookie, '#c0392b'), await upload(cookie, '#2980b9')];
  const showing = ({ url }: UploadedImage) => ({ featuredImage: url, content: `![A kettle](${url})` });
  await app.post({ title: 'A kettle in red', slug: 'red-kettle', ...showing(shown) });
  await app.post({ title: 'A kettle in blue', published: false, ...showing(hidden) });
  for (const [from, to] of [
    ['/old/kettle.html', '/tag/tea'],
    ['/sitemap_index.xml', '/sitemap.xml'],
    ['/old/feed.xml', '/tag/tea'],
  ]) {
    const made = await app.http.inject({
      method: 'POST',
      url: '/api/redirects',
      headers: { cookie, host: 'blog.example' },
      payload: { path: from, target: to, status: 301 },
    });
    expect(made.statusCode).toBe(201);
  }
  await app.http.inject({
    method: 'POST',
    url: '/api/contact',
    headers: { host: 'blog.example' },
    payload: { name: SECRET, email: 'a@example.org', message: SECRET },
  });
  database.sqlite.prepare('update admin_users set email = ?').run(`${SECRET}@example.org`);
  const renamed =
    "insert into redirects (slug, post_id, created_at) select 'old-pudding', id, created_at from blog_posts where slug = ?";
  database.sqlite.prepare(renamed).run('creme-brulee');
  published = await publish();
}, 120_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

test('every public address is a file, and each page is as the server shows it', () => {
  expect(published.checked.faults).toEqual([]);
  expect(published.checked.pages).toBeGreaterThan(30);
  expect(keys()).toEqual(
    expect.arrayContaining([
      ...['index.html', 'page/2/index.html', 'about/index.html', 'search/index.html', '404.html', 'rss.xml'],
      ...['atom.xml', 'feed.json', 'tag/tea/index.html', 'tag/tea/page/2/index.html', 'tag/tea/rss.xml'],
      ...['post/creme-brulee/index.html', 'post/creme-brulee.md', 'sitemap.xml', 'robots.txt', 'llms.txt'],
      ...['manifest.webmanifest', 'opensearch.xml', 'archive/index.html', 'share.png', 'feed.xml', 'feed/index.html'],
      ...['old/kettle.html', '_redirects', '_headers', 'published-redirects.nginx', '.nojekyll'],
    ]),
  );
});

longTest(
  'in an object store each page has its own address as its key, also where feeds and later pages lie below it',
  async () => {
    const service = await startObjectStore();
    const { site, siteId, askServer, close } = await open('exact');
    try {
      const place = service.place('www');
      const bucket = openS3Store({ place, workFolder: path.join(folder, 'work-s3') });
      const { files, left } = collectFiles(site);
      const options = { store: bucket, siteId, layout: 'exact' as const, files, workFolder: path.join(folder, 'work') };
      const { written } = await publishFiles(options);
      expect(written).toEqual(expect.arrayContaining(['index.html', 'tag/tea', 'tag/tea/page/2', 'tag/tea/rss.xml']));
      expect(left).toEqual(collection.left);
      // The bytes are compared where a whole site is published; here, only that each link leads to what the server
      // shows.
      const checked = await checkPublication({ ...options, siteUrl: SITE_URL, writer: WRITER, askServer, only: [] });
      expect(checked.faults).toEqual([]);
      expect(checked.pages).toBeGreaterThan(30);
    } finally {
      await close();
      await service.close();
    }
  },
);

test('a post that was called otherwise is found under its old name, as a page and as Markdown', () => {
  expect(read('post/old-pudding/index.html')).toContain(`url=${SITE_URL}/post/creme-brulee"`);
  expect(read('post/old-pudding.md')).toBe(read('post/creme-brulee.md'));
  expect(read('_redirects')).toContain('/post/old-pudding.md /post/creme-brulee.md 301\n');
});

test('nothing of the owner’s is among the files', () => {
  for (const key of keys()) {
    expect(key).not.toMatch(/zebra|^(admin|api|shared|preview|subscription)(\/|$)/);
    const file = path.join(target, key);
    if (statSync(file).isFile()) expect([key, readFileSync(file).includes(SECRET)]).toEqual([key, false]);
  }
});

test('pictures of live posts are files, as WebP in every width their pages name; those of drafts are not', () => {
  const manifest = publicationManifest();
  const idOf = ({ url }: UploadedImage) => /[0-9a-f]{24}/.exec(url)?.[0] ?? 'none';
  const page = read('post/red-kettle/index.html');
  const named = new Set(page.match(/(?<=\/)uploads\/[0-9a-f]{24}-\d+\.webp/g));
  expect(named.size).toBeGreaterThan(1);
  for (const key of named) {
    expect(key).toContain(idOf(shown));
    expect([key, manifest.files[key]?.type]).toEqual([key, 'image/webp']);
    expect([key, readFileSync(path.join(target, key)).subarray(8, 12).toString()]).toEqual([key, 'WEBP']);
  }
  expect(keys().filter((key) => key.includes(idOf(hidden)))).toEqual([]);
  expect(keys().filter((key) => /^(originals|avif)\//.test(key))).toEqual([]);
});

test('forms lead to the writer, and the page’s own policy names it', () => {
  const contact = read('contact/index.html');
  const actions = [...contact.matchAll(/action="([^"]*)" method="post"/g)].map(([, action]) => action);
  expect(actions).toEqual([`${WRITER}/contact`, `${WRITER}/subscribe`]);
  const [, policy = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(contact) ?? [];
  expect(policy).toContain(`connect-src &#x27;self&#x27; ${WRITER};`);
  expect(policy).toContain(`form-action &#x27;self&#x27; ${WRITER};`);
  expect(policy).not.toContain('frame-ancestors');
  expect(contact.indexOf('Content-Security-Policy')).toBeLessThan(contact.indexOf('<script>'));
  expect(read('_headers')).toContain("frame-ancestors 'self'");
});

test('pages of lists lead on to files', () => {
  const second = read('tag/tea/page/2/index.html');
  expect(second).toContain(`<link rel="canonical" href="${SITE_URL}/tag/tea/page/2"/>`);
  expect(read('tag/tea/index.html')).toContain('href="/tag/tea/page/2#posts"');
  expect(second).toContain('href="/tag/tea#posts"');
});

test('a post is found by each of its texts that are searched', () => {
  const words = keys()
    .filter((key) => /words\/.*\.json$/.test(key))
    .map(read)
    .join('');
  const found = plainTexts.filter((name) => words.includes(wordOf(name)));
  expect(found).toEqual(fieldsWith({ isPlain: true, isSearched: true }));
});

test('what leads elsewhere does so for every kind of host', () => {
  expect(read('old/kettle.html')).toContain(`<meta http-equiv="refresh" content="0; url=${SITE_URL}/tag/tea">`);
  expect(read('_redirects')).toContain('/old/kettle.html /tag/tea 301\n');
  expect(read('published-redirects.nginx')).toContain('  "/old/kettle.html" "/tag/tea";');
  expect(read('feed.xml')).toBe(read('rss.xml'));
  expect(read('sitemap_index.xml')).toBe(read('sitemap.xml'));
  expect(keys()).not.toContain('old/feed.xml');
  expect(collection.left).toContain('/old/feed.xml: leads to /tag/tea, which no file can do');
});

longTest('published again, nothing is written; what is gone is deleted', async () => {
  await app.post({ title: 'A passing one', slug: 'a-passing-one', content: 'New.' });
  await publish();
  const again = await publish();
  expect([again.written, again.deleted]).toEqual([[], []]);
  app.database.sqlite.prepare("update blog_posts set published = 0 where slug = 'a-passing-one'").run();
  const gone = await publish();
  expect(gone.deleted).toContain('post/a-passing-one/index.html');
  expect(gone.checked.faults).toEqual([]);
});

test('a check tells of a file that was changed, taken away, or is of an earlier day; then what that concerns is written', async () => {
  writeFileSync(path.join(target, 'about/index.html'), '<!doctype html>half');
  rmSync(path.join(target, 'privacy/index.html'));
  await app.post({ title: 'A new one', slug: 'a-new-one', content: 'New.' });
  const publication = await open();
  const { siteId, askServer } = publication;
  const { faults } = await checkPublication({ store, siteId, askServer, siteUrl: SITE_URL, writer: WRITER });
  await publication.close();
  expect(faults).toEqual(
    expect.arrayContaining([
      'about/index.html has other bytes than were published',
      'privacy/index.html is not there',
      '/about is not as the server shows it now: publish once more',
      '/privacy has no file, and the server has a page there',
      '/ is not as the server shows it now: publish once more',
    ]),
  );
  const mended = await publish({ isChecked: isWhole });
  expect(mended.written).toEqual(
    expect.arrayContaining(['about/index.html', 'privacy/index.html', 'index.html', 'post/a-new-one/index.html']),
  );
  expect(mended.written).not.toContain('terms/index.html');
  expect(mended.written).not.toContain('post/kettle-1/index.html');
  expect(mended.checked.faults).toEqual([]);
});

test('the manifest names every file', () => {
  const manifest = publicationManifest();
  // The file `.blobs.lock` is the lock of the folder and no part of a publication.
  const files = keys().filter((key) => statSync(path.join(target, key)).isFile() && key !== '.blobs.lock');
  expect(Object.keys(manifest.files).sort()).toEqual(files.filter((key) => key !== 'published-site.json').sort());
});
