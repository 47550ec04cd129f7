import { describe, expect, it } from 'vitest';
import { failedPage, loadingPage, loadPage } from './loader.ts';
import type { PageData } from './page-data.ts';
import { eventsOf } from './page-events.ts';
import { postData, shell } from './pages/page-fixtures.ts';
import { createMemorySite, makePosts } from './testing/memory-site.ts';

const load = (url: string): Promise<PageData> => loadPage(url, createMemorySite(makePosts(3)));

describe('what showing a page counts as', () => {
  it('every page: a page view with path and title', async () => {
    expect(eventsOf(await load('/about'), shell, '/about')).toEqual([
      { event: 'page_view', page_path: '/about', page_title: 'About | Ninefold' },
    ]);
  });

  it('a post: its title, category and author', async () => {
    expect(eventsOf(await load('/post/post-1'), shell, '/post/post-1')?.[1]).toEqual({
      event: 'blog_post_view',
      title: 'Post number 1',
      category: 'Technology',
      author: 'Mira Lindqvist',
    });
  });

  it('a draft its owner looks at: a page view alone', () => {
    const events = eventsOf(postData({ notice: '<p>A draft</p>' }), { ...shell, owner: true }, '/post/x');
    expect(events?.map(({ event }) => event)).toEqual(['page_view']);
  });

  it('a category: its name', async () => {
    expect(eventsOf(await load('/category/travel'), shell, '/category/travel')?.[1]).toEqual({
      event: 'category_view',
      category: 'Travel',
    });
  });

  it('a search: the term and how many results there are', async () => {
    expect(eventsOf(await load('/search?q=number'), shell, '/search?q=number')?.[1]).toEqual({
      event: 'search',
      search_term: 'number',
      results_count: 3,
    });
    expect(eventsOf(await load('/search'), shell, '/search')).toHaveLength(1);
  });

  it('nothing until what the page is named after has arrived', () => {
    for (const url of ['/post/post-1', '/category/travel', '/search?q=number']) {
      expect(eventsOf(loadingPage(url), shell, url)).toBeNull();
    }
  });

  it('nothing where it could not be fetched: it counts when Try again has brought it', () => {
    for (const url of ['/post/post-1', '/category/travel', '/search?q=number']) {
      expect(eventsOf(failedPage(loadingPage(url)), shell, url)).toBeNull();
    }
  });
});
