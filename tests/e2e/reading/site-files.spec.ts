import { XMLParser, XMLValidator } from 'fast-xml-parser';
import sharp from 'sharp';
import { featured, hidden, latest, livePostsOf } from '../content/posts.ts';
import { expect, test } from '../site-test.ts';

const live = [...featured, ...latest];
const newest = [...live].sort((a, b) => b.publishedAt.localeCompare(a.publishedAt)).slice(0, 20);
const parser = new XMLParser({
  ignoreAttributes: false,
  processEntities: true,
  htmlEntities: true,
  cdataPropName: 'cdata',
});

for (const [path, type] of [
  ['/rss.xml', 'application/xml'],
  ['/atom.xml', 'application/xml'],
  ['/category/business/rss.xml', 'application/xml'],
  ['/category/business/atom.xml', 'application/xml'],
  ['/category/entertainment/rss.xml', 'application/xml'],
  ['/sitemap.xml', 'application/xml'],
] as const) {
  test(`${path} is well-formed XML, and hides what is not published`, async ({ request }) => {
    const answer = await request.get(path);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toContain(type);
    const text = await answer.text();
    expect(XMLValidator.validate(text)).toBe(true);
    for (const post of hidden) expect(text).not.toContain(post.slug);
  });
}

test('the RSS feed holds the twenty newest posts, newest first, with absolute addresses', async ({ request, site }) => {
  const { rss } = parser.parse(await (await request.get('/rss.xml')).text());
  const links: string[] = rss.channel.item.map((item: { link: string }) => item.link);
  expect(links).toEqual(newest.map((post) => `${site.url}/post/${post.slug}`));
  const content = JSON.stringify(rss.channel.item);
  expect(content).not.toMatch(/(src|href)=\\"\//);
});

test('a person who opens a feed sees what it is for, and posts whose links can be pressed', async ({ page }) => {
  await page.goto('/rss.xml');
  const note = page.locator('channel > description');
  await expect
    .poll(() => note.evaluate((element) => getComputedStyle(element, '::after').content))
    .toContain('This is a feed: copy its address into a reader');
  expect(await page.locator('item > title').first().isVisible()).toBe(true);
  expect(await page.locator('item > encoded').first().isVisible()).toBe(false);
  await page.locator('item > a').first().click();
  await expect(page).toHaveURL(new RegExp(`/post/${newest[0]?.slug}$`));
  await page.goto('/atom.xml');
  await expect(page.locator('entry > summary').first()).toBeVisible();
  await expect(page.locator('entry > content').first()).toBeHidden();
});

test('favicon.ico, asked for by who has read no page, is an icon', async ({ request }) => {
  const answer = await request.get('/favicon.ico');
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([200, 'public, max-age=604800']);
  expect((await answer.body()).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]));
});

test('the JSON feed holds the same', async ({ request, site }) => {
  const feed = await (await request.get('/feed.json')).json();
  expect(feed.version).toMatch(/^https:\/\/jsonfeed\.org\/version\/1/);
  expect(feed.items.map((item: { url: string }) => item.url)).toEqual(
    newest.map((post) => `${site.url}/post/${post.slug}`),
  );
  const { items } = await (await request.get('/category/business/feed.json')).json();
  expect(items.map((item: { title: string }) => item.title)).toEqual(livePostsOf('business').map((post) => post.title));
});

test('the sitemap names every page there is, once, and each answers', { tag: '@long' }, async ({ request, site }) => {
  const { urlset } = parser.parse(await (await request.get('/sitemap.xml')).text());
  const addresses: string[] = urlset.url.map((row: { loc: string }) => row.loc);
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const post of live) expect(addresses).toContain(`${site.url}/post/${post.slug}`);
  for (const path of ['/', '/about', '/contact', '/privacy', '/terms', '/category/technology'])
    expect(addresses).toContain(site.url + path);
  for (const address of addresses)
    expect((await request.get(address, { maxRedirects: 0 })).status(), address).toBe(200);
});

test('robots.txt keeps programs out of the admin and the API, and names the sitemap', async ({ request, site }) => {
  const text = await (await request.get('/robots.txt')).text();
  expect(text).toContain('Disallow: /admin');
  expect(text).toContain('Disallow: /api/');
  expect(text).toContain(`Sitemap: ${site.url}/sitemap.xml`);
});

test('the manifest names icons that exist in the sizes it says', async ({ request, baseURL }) => {
  const answer = await request.get('/manifest.webmanifest');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const { name, start_url, icons } = await answer.json();
  expect([name, start_url]).toEqual(['Ninefold', '/']);
  for (const { src, sizes, type } of icons) {
    const icon = await request.get(new URL(src, baseURL).href);
    expect(icon.status(), src).toBe(200);
    expect(icon.headers()['content-type']).toContain(type);
    const { width, height } = await sharp(await icon.body()).metadata();
    if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
  }
});

for (const [path, size] of [
  ['/favicon-32.png', 32],
  ['/apple-touch-icon.png', 180],
] as const) {
  test(`${path} is a PNG of ${size} px`, async ({ request }) => {
    const icon = await request.get(path);
    expect(await sharp(await icon.body()).metadata()).toMatchObject({ format: 'png', width: size, height: size });
  });
}
