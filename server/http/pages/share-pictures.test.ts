import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { updateCategory } from '#shared/contract/categories.ts';
import { updatePost } from '#shared/contract/posts/posts-admin.ts';
import { updateSettings } from '#shared/contract/settings.ts';
import { insertImage } from '../../repositories/images.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'tea', title: 'Tea' },
      { slug: 'a&b "c"', title: 'Odd' },
    ],
  });
  cookie = await app.signIn();
});
afterAll(() => app.close());

const get = (url: string) => app.http.inject(url);
/** The address of the share picture that a page names, without the origin. */
async function shared(url: string): Promise<string> {
  const html = (await get(url)).body;
  const [, image = ''] = /property="og:image" content="http:\/\/site\.test([^"]+)"/.exec(html) ?? [];
  expect(html).toContain(`name="twitter:image" content="http://site.test${image}"`);
  return image;
}

test('a post without a picture is shared with a card of its own, which can be kept for ever', async () => {
  const address = await shared('/post/tea');
  expect(address).toMatch(/^\/og\/post\/tea\/[0-9a-f]{14}\.png$/);
  const html = (await get('/post/tea')).body;
  expect(html).toContain('<meta property="og:image:width" content="1200"/>');
  expect(html).toContain(`"image":["http://site.test${address}"]`);
  // Several requests arrive at once, and the card is drawn once.
  const [card, again] = await Promise.all([get(address), get(address)]);
  expect([card.statusCode, again.statusCode]).toEqual([200, 200]);
  expect(card.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(await sharp(card.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  expect(existsSync(path.join(app.folder, 'cards', path.basename(address)))).toBe(true);
});

test('a card that was lost is drawn again', async () => {
  const address = await shared('/post/tea');
  rmSync(path.join(app.folder, 'cards'), { recursive: true, force: true });
  expect((await get(address)).statusCode).toBe(200);
});

test('what a card shows changes its address, and the earlier one leads there', async () => {
  const before = await shared('/post/tea');
  const { id } = (await get('/api/posts/tea')).json();
  await ask(app.http, updatePost, { params: { id }, body: { title: 'Green tea' }, cookie });
  const titled = await shared('/post/tea');
  await ask(app.http, updateCategory, { params: { id: 1 }, body: { color: 'category-travel' }, cookie });
  const coloured = await shared('/post/tea');
  await ask(app.http, updateSettings, { body: { siteName: 'Elevenfold' }, cookie });
  const named = await shared('/post/tea');
  expect(new Set([before, titled, coloured, named]).size).toBe(4);
  for (const old of [before, titled, coloured, '/og/tea.jpg']) {
    const answer = await get(old);
    expect([answer.statusCode, answer.headers.location]).toEqual([302, named]);
  }
});

test('odd addresses lead to their card and nowhere else', async () => {
  const address = await shared(`/post/${encodeURIComponent('a&b "c"')}`.replaceAll('&amp;', '&'));
  expect((await get(address.replaceAll('&amp;', '&'))).statusCode).toBe(200);
  for (const none of ['/og/post/none/0123456789abcd.png', '/og/category/none/0123456789abcd.png', '/og/none.jpg']) {
    expect((await get(none)).statusCode).toBe(404);
  }
});

test('pages of categories, and all others, have cards too', async () => {
  const category = await shared('/category/travel');
  expect(category).toMatch(/^\/og\/category\/travel\//);
  const site = await shared('/about');
  expect(site).toBe(await shared('/'));
  for (const address of [category, site]) expect((await get(address)).headers['content-type']).toBe('image/png');
  expect((await get('/share.png')).headers.location).toBe(site);
});

test('a post that has a picture is shared with that, whatever it was shared with before', async () => {
  const card = await shared('/post/tea');
  const picture = {
    filename: 'c.jpg',
    width: 9,
    height: 9,
    size: 1,
    srcset: '',
    shareFilename: 'c-share.jpg',
    originalFilename: 'c',
  };
  await insertImage(app.database.db, picture, { now: app.clock.now() });
  const { id } = (await get('/api/posts/tea')).json();
  await ask(app.http, updatePost, { params: { id }, body: { featuredImage: '/uploads/c.jpg' }, cookie });
  expect(await shared('/post/tea')).toBe('/og/tea.jpg');
  for (const address of ['/og/tea.jpg', card])
    expect((await get(address)).headers.location).toBe('/uploads/c-share.jpg');
});

test('where a card cannot be drawn the page is served, and the reader of the card is told', async () => {
  const other = await createTestApp({ posts: [{ slug: 'tea' }] });
  // A file that stands where the folder should be.
  writeFileSync(path.join(other.folder, 'cards'), '');
  const page = await other.http.inject('/post/tea');
  const [, address = ''] = /og:image" content="http:\/\/site\.test([^"]+)"/.exec(page.body) ?? [];
  const answer = await other.http.inject(address);
  expect([page.statusCode, answer.statusCode, answer.headers['cache-control']]).toEqual([200, 500, 'no-store']);
  await other.close();
});
