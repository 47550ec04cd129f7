import { describe, expect, it } from 'vitest';
import { failedPage, hasFailed, loadingPage, loadPage } from './loader.ts';
import type { PageData } from './page-data.ts';
import { createMemorySite, type Fault, makePosts } from './testing/memory-site.ts';

const posts = makePosts(40);
const load = (url: string, faults: Fault[] = []) => loadPage(url, createMemorySite(posts, faults));

/** The titles of a list that has arrived. */
function titlesOf(part: unknown): string[] {
  const { value } = part as { value: { title: string }[] | { items: { title: string }[] } };
  return (Array.isArray(value) ? value : value.items).map((post) => post.title);
}

describe('the home page', () => {
  it('keeps featured posts out of the latest', async () => {
    const page = await load('/');
    expect(page).toMatchObject({ screen: 'home', category: null, page: 1 });
    if (page.screen !== 'home') return;
    expect(titlesOf(page.featured)).toEqual(['Post number 10', 'Post number 20', 'Post number 30', 'Post number 40']);
    expect(titlesOf(page.latest)).toHaveLength(12);
    expect(titlesOf(page.latest)).not.toContain('Post number 10');
  });

  it('filters both lists by the chosen category', async () => {
    const page = await load('/?category=travel');
    if (page.screen !== 'home') throw new Error('not home');
    expect(titlesOf(page.featured)).toEqual(['Post number 20']);
    expect(titlesOf(page.latest).slice(0, 2)).toEqual(['Post number 2', 'Post number 5']);
  });

  it('says for each list apart that it could not be fetched', async () => {
    const causes: unknown[] = [];
    const page = await loadPage('/', createMemorySite(posts, ['featured']), { onError: (cause) => causes.push(cause) });
    expect(page).toMatchObject({
      featured: { state: 'failed', message: 'Failed to fetch featured posts' },
      latest: { state: 'ready' },
    });
    expect(causes).toEqual([new Error('featured is broken')]);
    expect(await load('/', ['posts'])).toMatchObject({
      featured: { state: 'ready' },
      latest: { state: 'failed', message: 'Failed to fetch posts' },
    });
  });

  it('turns to its second page by number', async () => {
    const page = await load('/?page=2');
    if (page.screen !== 'home') throw new Error('not home');
    expect(titlesOf(page.latest)[0]).toBe('Post number 14');
  });
});

describe('a post page', () => {
  it('asks for related posts only after the post has arrived', async () => {
    const site = createMemorySite(posts);
    const asked: string[] = [];
    const seen: PageData[] = [];
    const page = await loadPage(
      '/post/post-3',
      {
        ...site,
        post: async (slug) => {
          const post = await site.post(slug);
          asked.push('post');
          return post;
        },
        relatedPosts: async (id) => {
          asked.push(`related ${id}`);
          return site.relatedPosts(id);
        },
      },
      { report: (part) => seen.push(part) },
    );
    expect(asked).toEqual(['post', 'related 3']);
    expect(seen).toMatchObject([{ post: { value: { id: 3 } }, related: { state: 'loading' } }]);
    expect(page).toMatchObject({ post: { value: { id: 3 } }, related: { state: 'ready' } });
  });

  it('that does not exist holds null and asks for nothing more', async () => {
    expect(await load('/post/nowhere', ['relatedPosts'])).toMatchObject({ post: { state: 'ready', value: null } });
  });

  it('stands without its related posts', async () => {
    expect(await load('/post/post-3', ['relatedPosts'])).toMatchObject({
      post: { value: { id: 3 } },
      related: { state: 'failed' },
    });
  });

  it('is no page when the post itself cannot be fetched', async () => {
    await expect(load('/post/post-3', ['post'])).rejects.toThrow('post is broken');
  });
});

describe('a category page', () => {
  it('lists all posts of the category, featured ones too', async () => {
    const page = await load('/category/technology');
    if (page.screen !== 'category') throw new Error('not a category');
    expect(page.category).toMatchObject({ value: { name: 'Technology', postCount: 14 } });
    expect(titlesOf(page.posts)).toContain('Post number 10');
  });

  it('that does not exist holds null', async () => {
    expect(await load('/category/nowhere')).toMatchObject({ category: { state: 'ready', value: null } });
  });

  it('says that its posts could not be fetched', async () => {
    expect(await load('/category/travel', ['posts'])).toMatchObject({
      category: { state: 'ready' },
      posts: { state: 'failed', message: 'Failed to fetch posts' },
    });
  });
});

describe('the search page', () => {
  it('asks for nothing when the query is blank', async () => {
    for (const url of ['/search', '/search?q=', '/search?q=%20%20']) {
      expect(await load(url, ['search'])).toMatchObject({
        query: '',
        results: { state: 'ready', value: { total: 0 } },
      });
    }
  });

  it('counts all results, not those of the page', async () => {
    expect(await load('/search?q=number')).toMatchObject({ results: { value: { total: 40, next: '12' } } });
  });
});

describe('a page under way', () => {
  it.each(['/', '/post/a', '/category/a', '/search?q=a'])('%s is all skeletons, and can be given up', (url) => {
    const page = loadingPage(url);
    expect(JSON.stringify(page)).toContain('loading');
    expect(hasFailed(page)).toBe(false);
    expect(JSON.stringify(failedPage(page))).not.toContain('loading');
    expect(hasFailed(failedPage(page))).toBe(true);
  });

  it('keeps what has arrived when the rest is given up', async () => {
    const whole = await load('/');
    if (whole.screen !== 'home') throw new Error('not home');
    const half: PageData = { ...whole, featured: { state: 'loading' } };
    expect(failedPage(half)).toEqual({
      ...whole,
      featured: { state: 'failed', message: 'Failed to fetch featured posts' },
    });
  });
});
