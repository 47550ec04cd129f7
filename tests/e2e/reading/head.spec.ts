import { rmSync } from 'node:fs';
import sharp from 'sharp';
import { shareOf } from '#tests/share.ts';
import { screens } from '../content/screens.ts';
import * as special from '../content/special-posts.ts';
import { expect, type Page, test } from '../site-test.ts';
import { type Head, headOf } from '../support/head.ts';

const { everything } = special;
const only = (head: Head, name: string) => {
  expect(head.meta[name], name).toHaveLength(1);
  return head.meta[name]?.[0] ?? '';
};

/**
 * The type that a page declares, by the first part of its address, where it is more specific than a page of the site.
 */
const TYPES: Partial<Record<string, string>> = { post: 'article', author: 'profile' };

/** Returns the head as the server sends it: no picture, style or script is loaded for it. */
async function headAt(page: Page, path: string): Promise<Head> {
  const answer = await page.request.get(path, { headers: { accept: 'text/html' } });
  return headOf(page, await answer.text());
}

test.describe('in the first byte', () => {
  test('each screen has title, description, canonical address, Open Graph, Twitter card, share image, robots', async ({
    page,
    site,
    request,
  }) => {
    for (const { name, path, status } of shareOf(screens, 8)) {
      await test.step(name, async () => {
        const head = await headAt(page, path);
        expect(head.title.trim()).not.toBe('');
        const description = only(head, 'description');
        expect(description.trim()).not.toBe('');
        const canonical = head.links.canonical ?? [];
        expect(canonical).toHaveLength(1);
        expect(canonical[0]?.startsWith(site.url)).toBe(true);
        if (status === 200) expect((await request.get(canonical[0] ?? '', { maxRedirects: 0 })).status()).toBe(200);

        expect(only(head, 'og:title')).toBe(head.title);
        expect(only(head, 'og:description')).toBe(description);
        expect(only(head, 'og:url')).toBe(canonical[0]);
        expect(only(head, 'og:site_name')).toBe('Ninefold');
        const type = status === 200 ? TYPES[path.split('/')[1] ?? ''] : undefined;
        expect(only(head, 'og:type')).toBe(type ?? 'website');
        expect(only(head, 'og:image:alt').trim()).not.toBe('');
        expect(only(head, 'twitter:card')).toBe('summary_large_image');
        expect(only(head, 'twitter:title')).toBe(head.title);
        expect(only(head, 'twitter:description')).toBe(description);
        expect(only(head, 'twitter:image')).toBe(only(head, 'og:image'));
        expect(only(head, 'robots')).toBe(status === 404 ? 'noindex, follow' : 'index, follow');
        for (const text of head.jsonLd) expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org' });
      });
    }
  });

  test('titles and descriptions tell the indexed screens apart', async ({ page }) => {
    const titles = new Map<string, string>();
    for (const { path } of screens.filter((screen) => screen.status === 200 && !screen.path.includes('?category='))) {
      const { title } = await headAt(page, path);
      expect(titles.get(title), `${path} has the title of another page`).toBeUndefined();
      titles.set(title, path);
    }
  });

  test('a filtered front page names the front page as canonical, later pages of a list themselves', async ({
    page,
    site,
  }) => {
    expect((await headAt(page, '/?category=travel')).links.canonical).toEqual([`${site.url}/`]);
    expect((await headAt(page, '/?page=2')).links.canonical).toEqual([`${site.url}/?page=2`]);
    expect((await headAt(page, '/category/technology?page=2')).links.canonical).toEqual([
      `${site.url}/category/technology?page=2`,
    ]);
    expect((await headAt(page, '/about?utm_source=mail')).links.canonical).toEqual([`${site.url}/about`]);
  });

  test('a post adds author, times, section and tags', async ({ page }) => {
    const head = await headAt(page, `/post/${everything.slug}`);
    expect(head.title).toBe(`${everything.title} | Ninefold`);
    expect(only(head, 'description')).toBe(everything.excerpt);
    expect(only(head, 'article:author')).toBe('Ninefold Editors');
    expect(only(head, 'article:published_time')).toBe(everything.publishedAt);
    expect(only(head, 'article:modified_time')).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(only(head, 'article:section')).toBe('Home & Garden');
    expect(head.meta['article:tag']).toEqual(everything.tags);
  });

  test('a post is structured data: an Article, and its place in the site', async ({ page, site }) => {
    const head = await headAt(page, `/post/${everything.slug}`);
    const data = head.jsonLd.map((text) => JSON.parse(text));
    const url = `${site.url}/post/${everything.slug}`;
    expect(data[0]).toMatchObject({
      '@type': 'Article',
      headline: everything.title,
      description: everything.excerpt,
      datePublished: everything.publishedAt,
      author: { '@type': 'Person', name: 'Ninefold Editors' },
      publisher: { '@type': 'Organization', name: 'Ninefold' },
      mainEntityOfPage: { '@id': url },
      image: [head.meta['og:image']?.[0]],
      articleSection: 'Home & Garden',
    });
    expect(data[1]).toMatchObject({ '@type': 'BreadcrumbList' });
    expect(data[1].itemListElement.map((item: { item: string }) => item.item)).toEqual([
      `${site.url}/`,
      `${site.url}/category/home-garden`,
      url,
    ]);
  });

  test('the front page tells how to search the site', async ({ page, site }) => {
    const [text = ''] = (await headAt(page, '/')).jsonLd;
    expect(JSON.parse(text)).toMatchObject({
      '@type': 'WebSite',
      potentialAction: {
        '@type': 'SearchAction',
        target: { urlTemplate: `${site.url}/search?q={search_term_string}` },
      },
    });
  });

  test('a title and description of its own are what a post says of itself', async ({ page }) => {
    const head = await headAt(page, `/post/${special.ownMeta.slug}`);
    expect(head.title).toBe(special.ownMeta.metaTitle);
    expect(only(head, 'description')).toBe(special.ownMeta.metaDescription);
    expect(only(head, 'og:title')).toBe(special.ownMeta.metaTitle);
  });

  test('hostile text stays what it is in attributes, title and structured data', async ({ page }) => {
    const head = await headAt(page, `/post/${special.hostile.slug}`);
    expect(head.title).toBe(`${special.hostile.title} | Ninefold`);
    expect(only(head, 'og:title')).toBe(`${special.hostile.title} | Ninefold`);
    expect(only(head, 'description')).toBe(special.hostile.excerpt);
    expect(head.meta['article:tag']).toEqual(special.hostile.tags);
    expect(JSON.parse(head.jsonLd[0] ?? '')).toMatchObject({
      headline: special.hostile.title,
      description: special.hostile.excerpt,
    });
  });

  test('feeds, icons and the manifest are named', async ({ page }) => {
    const { links } = await headAt(page, '/');
    expect(links.alternate).toEqual(expect.arrayContaining(['/rss.xml', '/atom.xml', '/feed.json']));
    expect(links.icon).toContain('/favicon.svg');
    expect(links['apple-touch-icon']).toEqual(['/apple-touch-icon.png']);
    expect(links.manifest).toEqual(['/manifest.webmanifest']);
  });
});

const shareImages = [
  ['a post with a picture of ours', `/post/${everything.slug}`, /\/og\/a-table-for-twelve\.jpg$/, 'jpeg'],
  ['a post without a picture', `/post/${special.bare.slug}`, /\/og\/post\/bare\/\w+\.png$/, 'png'],
  ['a post with a foreign drawing', `/post/${special.foreignDrawing.slug}`, /\/og\/post\/[\w-]+\/\w+\.png$/, 'png'],
  ['the front page', '/', /\/og\/site\/\w+\.png$/, 'png'],
] as const;
for (const [what, path, address, format] of shareOf(shareImages, 2)) {
  test(`the share image of ${what} is absolute, and really a ${format} of 1200 by 630`, async ({
    page,
    site,
    request,
  }) => {
    const head = await headAt(page, path);
    const image = only(head, 'og:image');
    expect(image.startsWith(`${site.url}/`)).toBe(true);
    expect(image).toMatch(address);
    expect([only(head, 'og:image:width'), only(head, 'og:image:height')]).toEqual(['1200', '630']);
    // A seeded site has a stand-in for the card: without the stand-in, the card is drawn now.
    if (format === 'png') rmSync(`${site.dataFolder}/cards/${image.split('/').at(-1)}`);
    const answer = await request.get(image);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toBe(`image/${format}`);
    expect(await sharp(await answer.body()).metadata()).toMatchObject({ format, width: 1200, height: 630 });
  });
}

test('the share image of a post with a foreign JPEG is that picture', async ({ page }) => {
  const head = await headAt(page, `/post/${special.foreignPicture.slug}`);
  expect(only(head, 'og:image')).toBe(special.foreignPicture.featuredImage);
  expect(head.meta['og:image:width']).toBeUndefined();
});

test('the head follows client navigations', async ({ page, open, site }) => {
  await open('/');
  await page.getByRole('link', { name: everything.title, exact: true }).click();
  await expect(page).toHaveTitle(`${everything.title} | Ninefold`);
  const navigated = await headOf(page);
  await open(`/post/${everything.slug}`);
  const loaded = await headOf(page);
  expect(navigated.meta).toEqual(loaded.meta);
  expect(navigated.links.canonical).toEqual([`${site.url}/post/${everything.slug}`]);
  // Structured data is only in documents, and disappears with the page that it describes.
  expect(navigated.jsonLd).toEqual([]);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveTitle('About | Ninefold');
  const about = await headOf(page);
  expect(about.meta['article:author']).toBeUndefined();
  expect(about.jsonLd).toEqual([]);
  expect(about.links.canonical).toEqual([`${site.url}/about`]);
});
