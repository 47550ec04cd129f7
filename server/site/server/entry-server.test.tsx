import { HtmlValidate } from 'html-validate';
import { describe, expect, it } from 'vitest';
import { createMemorySite, type Fault, info, makePosts } from '../testing/memory-site.ts';
import { type RenderInput, renderPage } from './entry-server.tsx';

const assets = {
  entry: '/assets/site.js',
  css: ['/assets/site.css'],
  print: ['/assets/print.css'],
  preloads: [],
  fonts: ['/assets/serif.woff2'],
};
const posts = makePosts(40);
const now = new Date('2031-03-01T00:00:00Z');

const render = (url: string, changes: Partial<RenderInput> = {}) =>
  renderPage({ url, data: createMemorySite(posts), info, assets, owner: false, now, ...changes });
const renderWith = (url: string, faults: Fault[], count = 40) =>
  render(url, { data: createMemorySite(makePosts(count), faults) });

/** The text that a reader sees, without tags and page data. */
function textOf(html: string): string {
  return html
    .replace(/<(script|symbol|head)\b.*?<\/\1>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
}

const SCREENS = [
  '/',
  '/?category=finance',
  '/?page=2',
  '/post/post-1',
  '/post/nowhere',
  '/category/travel',
  '/category/career',
  '/category/nowhere',
  '/tag/slow-food',
  '/tag/slow-food?page=2',
  '/tag/nowhere',
  '/author/mira-lindqvist',
  '/author/nowhere',
  '/archive',
  '/archive/2025',
  '/archive/2025/07?page=2',
  '/archive/1823',
  '/follow',
  '/search',
  '/search?q=number',
  '/search?q=nothing-like-it',
  '/about',
  '/privacy',
  '/terms',
  '/contact',
  '/pilates-to-pole',
  '/yoga-to-pole',
  '/pole-dancing-classes-near-me-st-pete',
  '/fun-workouts-st-pete',
  '/nowhere',
];

describe('every page', () => {
  const validator = new HtmlValidate({ extends: ['html-validate:standard'] });

  it.each(SCREENS)('%s is valid HTML', async (url) => {
    const { html } = await render(url);
    const { results } = await validator.validateString(html);
    expect(results.flatMap((result) => result.messages.map(({ ruleId, message }) => `${ruleId}: ${message}`))).toEqual(
      [],
    );
  });

  it.each(SCREENS)('%s has header, footer, one h1 and no heading level left out', async (url) => {
    const { html } = await render(url);
    const text = textOf(html);
    expect(html.startsWith('<!doctype html><html lang="en">')).toBe(true);
    expect(html.match(/<h1\b/g)).toHaveLength(1);
    const levels = [...html.matchAll(/<h([1-6])\b/g)].map((match) => Number(match[1]));
    for (const [index, level] of levels.entries()) expect(level).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1);
    for (const part of ['Skip to content', 'Home', 'About', 'Admin', 'Dark theme', 'Quick Links', 'About Us']) {
      expect(text).toContain(part);
    }
    for (const part of ['Contact', 'Privacy Policy', 'Terms of Service', 'Food Nutrition', 'Home Garden', '© 2031']) {
      expect(text).toContain(part);
    }
    expect(html).toContain('placeholder="Search posts..."');
    expect(html).toContain('Expert insights and stories across technology, lifestyle, business, travel and health.');
  });

  it.each(SCREENS)('%s carries its metadata in the first byte', async (url) => {
    const { html } = await render(url);
    const head = html.slice(0, html.indexOf('</head>'));
    for (const part of [
      /<title>[^<]+<\/title>/,
      /<meta name="description" content="[^"]+"/,
      /<link rel="canonical" href="https:\/\/ninefold\.test\//,
      /<meta property="og:title" content="[^"]+"/,
      /<meta property="og:image" content="https:\/\/[^"]+"/,
      /<meta name="twitter:card" content="summary_large_image"/,
      /<meta name="robots" content="(index|noindex), follow"/,
      /<link rel="stylesheet" href="\/assets\/site\.css"/,
      // The print styles are in the head of every page, so that a page that is printed as soon as it has loaded has
      // them.
      /<link rel="stylesheet" media="print" href="\/assets\/print\.css"/,
      /<meta name="later" content="\/assets\/site\.js"/,
    ]) {
      expect(head).toMatch(part);
    }
  });

  it('has two inline scripts beside data, both constant: of the theme and of the presses before the enhancer', async () => {
    const { html } = await render('/post/post-1');
    const inline = [...html.matchAll(/<script(?![^>]*\b(?:src|type="application\/))[^>]*>/g)];
    expect(inline).toHaveLength(2);
    expect(html).not.toMatch(/\son[a-z]+="/);
  });

  it('answers 404 for what does not exist, and 200 otherwise', async () => {
    expect((await render('/nowhere')).status).toBe(404);
    expect((await render('/post/nowhere')).status).toBe(404);
    expect((await render('/category/nowhere')).status).toBe(404);
    for (const url of ['/tag/nowhere', '/author/nowhere', '/archive/1823', '/archive/2025/13']) {
      expect([url, (await render(url)).status]).toEqual([url, 404]);
    }
    for (const path of ['/', '/category/travel', '/tag/slow-food', '/author/mira-lindqvist', '/archive/2025']) {
      expect([path, (await render(`${path}?page=99`)).status]).toEqual([path, 404]);
    }
    expect((await render('/search?q=number&page=99')).status).toBe(404);
    expect((await render('/', { missing: true })).status).toBe(404);
    expect((await render('/search?q=nothing-like-it')).status).toBe(200);
  });

  it('stands when the categories cannot be fetched', async () => {
    const causes: unknown[] = [];
    const { html } = await render('/about', {
      data: createMemorySite(posts, ['categories']),
      onError: (cause) => causes.push(cause),
    });
    expect(textOf(html)).toContain('Quick Links');
    expect(causes).toEqual([new Error('categories is broken')]);
  });

  it('shows hostile text as text, in the page and in its data', async () => {
    const hostile = '</script><img src=x onerror=alert(1)><!--';
    const data = createMemorySite(posts.map((post) => ({ ...post, title: hostile, excerpt: hostile })));
    for (const url of ['/', '/post/post-1', `/search?q=${encodeURIComponent(hostile)}`]) {
      const { html } = await render(url, { data });
      expect(html).not.toContain('<img src=x');
      expect(html.match(/<\/script>/g)?.length).toBe(html.match(/<script\b/g)?.length);
    }
  });
});

describe('the home page', () => {
  it('shows headline, filter bar, featured and latest posts', async () => {
    const { html } = await render('/');
    const text = textOf(html);
    for (const part of [
      'Discover Insights Across Every Niche',
      'Explore Featured Posts',
      'All Posts',
      'More Categories (9)',
      'Show Less Categories',
      'Featured Posts',
      'Latest Posts',
      'Grid',
      'List',
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('id="featured-posts"');
    expect(html).toMatch(/<button[^>]*aria-pressed="true"[^>]*>All Posts/);
    const primary = [...html.slice(0, html.indexOf('<details class="more')).matchAll(/<button[^>]* value="([^"]+)"/g)];
    expect(primary.map((match) => match[1])).toEqual([
      'technology',
      'lifestyle',
      'business',
      'health',
      'fitness',
      'personal-development',
    ]);
  });

  it('has no featured section when nothing is featured', async () => {
    const { html } = await renderWith('/', [], 9);
    expect(textOf(html)).not.toContain('Featured Posts Post');
    expect(html).not.toContain('id="featured-posts"');
  });

  it('says that there are no posts', async () => {
    expect(textOf((await renderWith('/', [], 0)).html)).toContain('No posts found.');
  });

  it('says in the place of a list that it could not be fetched, with a way to try again', async () => {
    const { html, status } = await renderWith('/', ['posts', 'featured']);
    expect(status).toBe(200);
    expect(textOf(html)).toContain('Failed to fetch posts Try again');
    expect(textOf(html)).toContain('Failed to fetch featured posts Try again');
  });

  it('leads on to its next page and back by links', async () => {
    expect((await renderWith('/?category=travel', [], 60)).html).toContain('href="/?category=travel&amp;page=2#posts"');
    const { html } = await render('/?page=2');
    expect(html).toContain('href="/#posts"');
    expect(html).toContain('href="/?page=3#posts"');
    expect((await render('/?page=3')).html).not.toContain('Load more posts');
  });

  it('marks the chosen category and opens the panel it sits in', async () => {
    const { html } = await render('/?category=finance');
    expect(html).toMatch(/<button[^>]*value="finance"[^>]*aria-pressed="true"/);
    expect(html).toMatch(/<details class="more-categories" open=""/);
  });
});

describe('a picture in a list', () => {
  const imgOf = async (image: { width: number; height: number }) => {
    const pictured = posts.map((post) => ({
      ...post,
      featuredImage: '/uploads/a.jpg',
      featuredImageFocus: '50 30',
      image: { ...image, srcset: '/uploads/a-255.webp 255w' },
    }));
    const { html } = await render('/', { data: createMemorySite(pictured) });
    const [lead = '', ...cards] = [...html.matchAll(/<img[^>]*a\.jpg[^>]*>/g)].map(([tag]) => tag);
    return { lead, card: cards.at(-1) ?? '' };
  };

  it('fills its box, its focal point in sight', async () => {
    const { lead, card } = await imgOf({ width: 1600, height: 1000 });
    for (const img of [lead, card]) expect(img).toMatch(/class="[^"]*size-full object-cover in-focus/);
    expect(card).toMatch(/sizes="auto, \(min-width/);
  });

  it('is never drawn larger than it is: one that is smaller than its box stands in it', async () => {
    const { lead, card } = await imgOf({ width: 400, height: 300 });
    expect(lead).not.toContain('size-full');
    expect(lead).toMatch(/sizes="400px" width="400" height="300"/);
    expect(card).toContain('size-full object-cover');
    const strip = await imgOf({ width: 1600, height: 120 });
    for (const img of [strip.lead, strip.card]) {
      expect(img).not.toContain('object-cover');
      expect(img).toContain('max-h-full object-contain');
    }
  });
});

describe('a category page', () => {
  it('shows name, count, description and all posts', async () => {
    const text = textOf((await render('/category/travel')).html);
    for (const part of ['Travel', '13 posts', 'All about Travel.', 'All Posts', 'Post number 20']) {
      expect(text).toContain(part);
    }
  });

  it('names its own feed beside those of the site', async () => {
    const { html } = await render('/category/travel');
    expect(html).toContain('href="/category/travel/rss.xml"');
    for (const file of ['/rss.xml', '/atom.xml', '/feed.json', '/opensearch.xml']) {
      expect(html).toContain(`href="${file}"`);
    }
  });

  it('counts one post as "1 post"', async () => {
    expect(textOf((await renderWith('/category/travel', [], 2)).html)).toMatch(/ 1 post /);
  });

  it('says that it has no posts, or does not exist', async () => {
    expect(textOf((await render('/category/career')).html)).toContain('No posts found in this category.');
    const missing = textOf((await render('/category/nowhere')).html);
    expect(missing).toContain('Category not found');
    expect(missing).toContain("The category you're looking for doesn't exist.");
  });
});

describe('the pages of a tag, an author and a time', () => {
  it.each([
    ['/tag/slow-food', ['#Slow food', '40 posts', 'Post number 1']],
    ['/author/mira-lindqvist', ['Mira Lindqvist', 'Mira mends chairs', '40 posts', 'Post number 1']],
    ['/archive', ['Archive', '2025', '40 posts', 'July']],
    ['/archive/2025', ['2025', '40 posts', 'July', 'All years', 'Post number 1']],
    ['/archive/2025/07', ['July 2025', 'All of 2025', 'Post number 1']],
    ['/follow', ['Follow Ninefold', 'https://ninefold.test/rss.xml', 'Food Nutrition']],
  ])('%s says what it is and what there is', async (url, parts) => {
    const text = textOf((await render(url)).html);
    for (const part of parts) expect(text).toContain(part);
  });

  it.each(['/tag/slow-food', '/author/mira-lindqvist'])(
    '%s names its own feed, in its head and to be seen',
    async (url) => {
      const { html } = await render(url);
      expect(html.slice(0, html.indexOf('</head>'))).toContain(`href="${url}/rss.xml"`);
      expect(html.slice(html.indexOf('<body'))).toContain(`href="${url}/rss.xml"`);
    },
  );

  it('lead to their numbered pages, the one before and the one after told apart', async () => {
    const { html } = await render('/tag/slow-food?page=2');
    expect(html).toMatch(/<a href="\/tag\/slow-food#posts"[^>]*rel="prev"[^>]*>1</);
    expect(html).toMatch(/<a href="\/tag\/slow-food\?page=2#posts"[^>]*aria-current="page"[^>]*>2</);
    expect(html).toMatch(/<a href="\/tag\/slow-food\?page=3#posts"[^>]*rel="next"[^>]*>3</);
    expect(html).toContain('href="https://ninefold.test/tag/slow-food?page=2"');
  });

  it.each([
    ['/tag/nowhere', 'There are no posts with this tag.'],
    ['/author/nowhere', 'There is no author at this address.'],
    ['/archive/1823', 'Nothing from 1823'],
  ])('%s says that nothing is there, and leads on', async (url, words) => {
    const { html } = await render(url);
    expect(textOf(html)).toContain(words);
    expect(html).toContain('action="/search"');
    expect(html).toContain('noindex, follow');
    expect(html.includes('href="/archive"')).toBe(true);
  });

  it('an author may have a picture address that is none', async () => {
    const author = { ...posts[0]?.author, id: 1, name: 'x', slug: 'x', bio: '', avatar: 'http://[' };
    const { status } = await render('/author/x', {
      data: createMemorySite(makePosts(1).map((post) => ({ ...post, author }))),
    });
    expect(status).toBe(200);
  });
});

describe('the search page', () => {
  it('says how many results there are, and shows what matched', async () => {
    const { html } = await render('/search?q=number');
    expect(textOf(html)).toContain('Found 40 result(s) for "number"');
    expect(html).toContain('<mark>Post number 1</mark>');
    expect(html).toContain('value="number"');
  });

  it('says that nothing was found, and where to go on', async () => {
    const text = textOf((await render('/search?q=zebra')).html);
    expect(text).toContain('No posts found for "zebra". Try different keywords or browse by category.');
  });

  it('shows the form alone when nothing was asked', async () => {
    const text = textOf((await render('/search?q=%20')).html);
    expect(text).not.toContain('Found');
    expect(text).not.toContain('Results');
  });
});

describe('other pages', () => {
  it('what does not exist says so', async () => {
    const text = textOf((await render('/nowhere')).html);
    expect(text).toContain('404 Page Not Found');
    expect(text).toContain('Did you forget to add the page to the router?');
    const post = textOf((await render('/post/nowhere')).html);
    expect(post).toContain('Post not found');
    expect(post).toContain("The blog post you're looking for doesn't exist.");
  });

  it('the contact page shows how its form was answered', async () => {
    const values = { name: 'Ada', email: 'ada@example.org', subject: '', message: '' };
    const { html } = await render('/contact', { form: { outcome: 'missing', values } });
    expect(textOf(html)).toContain('Please fill in your name, email, and message.');
    expect(html).toContain('value="Ada"');
  });

  it('a post that cannot be fetched is no page', async () => {
    await expect(renderWith('/post/post-1', ['post'])).rejects.toThrow('post is broken');
  });
});
