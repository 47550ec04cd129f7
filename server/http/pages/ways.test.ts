import { expect, onTestFinished, test } from 'vitest';
import { tagSlug } from '#server/repositories/tag-slug.ts';
import { createAuthor, deleteAuthor, updateAuthor } from '#shared/contract/authors.ts';
import { updateTag } from '#shared/contract/tags.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask } from '../../test-call.ts';

let app: TestApp;
/** Begins the app anew, for a test that looks at all there is, or that leaves behind what other tests would meet. */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp();
  },
  () => app.close(),
);

const html = { accept: 'text/html' };
const get = (url: string) => app.http.inject({ url, headers: html });

test('a renamed author is at another address, and the former one leads there, also to the feeds of the present one', async () => {
  await beginAnew();
  onTestFinished(beginAnew);
  const cookie = await app.signIn();
  await app.post({ slug: 'one' });
  expect((await get('/author/ada-byron')).statusCode).toBe(200);
  await ask(app.http, updateAuthor, { params: { id: 1 }, body: { name: 'Ada Lovelace' }, cookie });
  const moved = await get('/author/ada-byron?page=2');
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/author/ada-lovelace?page=2']);
  expect((await get('/author/ada-lovelace')).body).toContain('Ada Lovelace');
  expect((await get('/post/one')).body).toContain('href="/author/ada-lovelace"');
  const { body: heir } = await ask(app.http, createAuthor, { body: { name: 'Bea', email: 'b@example.com' }, cookie });
  await ask(app.http, deleteAuthor, { params: { id: 1 }, query: { moveTo: heir.id }, cookie });
  for (const slug of ['ada-byron', 'ada-lovelace']) {
    expect((await get(`/author/${slug}`)).headers.location).toBe('/author/bea');
    for (const file of ['rss.xml', 'atom.xml', 'feed.json']) {
      const feed = await get(`/author/${slug}/${file}`);
      expect([feed.statusCode, feed.headers.location]).toEqual([301, `/author/bea/${file}`]);
    }
    expect((await get(`/author/${slug}/feed`)).headers.location).toBe('/author/bea/rss.xml');
  }
});

test('an author without live posts is there, and told to no search engine', async () => {
  await beginAnew();
  const { body, statusCode } = await get('/author/ada-byron');
  expect([statusCode, body.includes('noindex, follow')]).toEqual([200, true]);
  expect((await get('/sitemap.xml')).body).not.toContain('/author/');
});

test('a tag is at its slug, and its name leads there', async () => {
  await app.post({ slug: 'creme', tags: ['Crème brûlée'] });
  expect((await get('/tag/creme-brulee')).statusCode).toBe(200);
  expect((await get(`/tag/${encodeURIComponent('Crème Brûlée')}`)).headers.location).toBe('/tag/creme-brulee');
});

test('the former address of a tag that was renamed or merged leads to the present one, its feeds too', async () => {
  await beginAnew();
  const cookie = await app.signIn();
  await app.post({ slug: 'one', tags: ['Tea', 'Coffee'] });
  const change = (id: number, body: { name?: string; mergeInto?: number }) =>
    ask(app.http, updateTag, { params: { id }, body, cookie });
  await get('/tag/tea');
  await change(1, { name: 'Green tea' });
  const moved = await get('/tag/tea?page=2');
  expect([moved.statusCode, moved.headers.location]).toEqual([301, '/tag/green-tea?page=2']);
  expect((await get('/tag/tea/atom.xml')).headers.location).toBe('/tag/green-tea/atom.xml');
  await change(1, { mergeInto: 2 });
  for (const slug of ['tea', 'green-tea']) {
    expect((await get(`/tag/${slug}`)).headers.location).toBe('/tag/coffee');
    expect((await get(`/tag/${slug}/feed`)).headers.location).toBe('/tag/coffee/rss.xml');
  }
  await app.post({ slug: 'two', tags: ['Tea'] });
  expect((await get('/tag/tea')).statusCode).toBe(200);
  await change(2, { name: 'Tisane' });
  await change(2, { name: 'Coffee' });
  expect((await get('/tag/coffee')).statusCode).toBe(200);
  expect((await get('/tag/tisane')).headers.location).toBe('/tag/coffee');
});

test.each(['👩‍🚀'.repeat(16), 'مقهى الشعب', '<script>alert(1)</script>', "'; drop table tags; --", '100% \u202e real'])(
  'a tag may be called %j: it has a page, a feed and a sitemap that is well-formed',
  async (name) => {
    await beginAnew();
    await app.post({ slug: 'one', tags: [name] });
    const { body: sitemap } = await get('/sitemap.xml');
    const [, address = ''] = /<loc>http:\/\/site\.test(\/tag\/[^<]+)<\/loc>/.exec(sitemap) ?? [];
    const page = await get(address);
    expect([address === '', page.statusCode]).toEqual([false, 200]);
    expect(page.body).not.toContain('<script>alert(1)');
    expect((await get(`${address}/feed.json`)).json().title).toContain('#');
  },
);

test('ten thousand tags are listed, found and in the sitemap', async () => {
  onTestFinished(beginAnew);
  await beginAnew();
  await app.post({ slug: 'one' });
  app.database.sqlite.exec(`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 10000)
    insert into tags (name, slug) select 'Tag ' || i, 'tag-' || i from n;
    insert into post_tags (post_id, tag_id, position) select 1, id, id from tags`);
  expect((await get('/api/tags')).json()).toHaveLength(10_000);
  expect((await get('/tag/tag-9999')).body).toContain('#Tag 9999');
  expect((await get('/sitemap-2.xml')).body).toContain('/tag/tag-9999<');
  expect((await get('/')).statusCode).toBe(200);
});

test('a tag of a draft is there for the owner alone', async () => {
  await app.post({ slug: 'draft', tags: ['Secret'], published: false });
  expect((await get('/tag/secret')).statusCode).toBe(404);
  const cookie = await app.signIn();
  expect((await app.http.inject({ url: '/tag/secret', headers: { ...html, cookie } })).statusCode).toBe(200);
});

test.each([
  ['emoji alone', '☺'.repeat(64)],
  ['emoji of several letters', '👩‍👩‍👧'.repeat(10)],
  ['right to left', 'תה ירוק עם נענע'],
  ['eighty letters of three bytes', '茶'.repeat(80)],
])('a tag of %s has a page, a feed and a place in the sitemap', async (what, name) => {
  const slug = what.replaceAll(' ', '-');
  await app.post({ slug, tags: [name] });
  const path = `/tag/${encodeURIComponent(tagSlug(name))}`;
  expect((await get(`/post/${slug}`)).body).toContain(`href="${path}"`);
  const { body, statusCode } = await get(path);
  expect([statusCode, body.includes(`#${name}`)]).toEqual([200, true]);
  expect((await get(`${path}/rss.xml`)).statusCode).toBe(200);
  expect((await get('/sitemap.xml')).body).toContain(`${path}</loc>`);
});

test('pages of lists are kept, and shown anew after a post of theirs', async () => {
  await beginAnew();
  await app.post({ slug: 'one', title: 'The first', tags: ['Tea'] });
  const cookie = await app.signIn();
  const pages = ['/tag/tea', '/author/ada-byron', '/archive', '/archive/2025', '/archive/2025/06', '/follow'];
  for (const url of pages) {
    await get(url);
    expect([url, app.cache.find(url)?.status]).toEqual([url, 200]);
  }
  for (const url of ['/tag/none', '/archive/1823', '/tag/tea?page=9']) {
    await get(url);
    expect([url, app.cache.find(url)]).toEqual([url, undefined]);
  }
  await ask(app.http, updateAuthor, { params: { id: 1 }, body: { bio: 'A new bio.' }, cookie });
  expect((await get('/author/ada-byron')).body).toContain('A new bio.');
});

test('the feeds of a tag and of an author hold their posts and name themselves', async () => {
  await beginAnew();
  await app.post({ slug: 'of-bread', tags: ['Bread'] });
  await app.post({ slug: 'of-tea' });
  const read = async (url: string) => (await app.http.inject(url)).json();
  const ofTag = await read('/tag/bread/feed.json');
  expect(ofTag.title).toMatch(/^#Bread · /);
  expect(ofTag.home_page_url).toBe('http://site.test/tag/bread');
  expect(ofTag.items.map(({ url }: { url: string }) => url)).toEqual(['http://site.test/post/of-bread']);
  const ofAuthor = await read('/author/ada-byron/feed.json');
  expect(ofAuthor).toMatchObject({
    title: expect.stringMatching(/^Ada Byron · /),
    description: 'Writes about engines.',
  });
  expect(ofAuthor.items).toHaveLength(2);
});

test('a tag no live post carries, and an author nobody is, have no feed', async () => {
  await app.post({ slug: 'another-draft', tags: ['Secret'], published: false });
  for (const url of ['/tag/secret/rss.xml', '/tag/none/feed', '/author/none/atom.xml', '/author/none/feed/']) {
    expect([url, (await app.http.inject(url)).json().code]).toEqual([url, 'not_found']);
  }
});
