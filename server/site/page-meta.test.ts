import { describe, expect, it } from 'vitest';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { loadingPage } from './loader.ts';
import type { Loadable, PageData } from './page-data.ts';
import { pageMeta } from './page-meta.ts';
import { postData, postPage, shell } from './pages/page-fixtures.ts';
import { categoryCardPath, postCardPath, SHARE_SIZE, siteCardPath } from './share-card.ts';
import type { PostList } from './site-data.ts';

const metaOf = (page: PageData) => pageMeta(page, shell);
const metaOfPost = (changes: Partial<PostPage> = {}) =>
  metaOf(postData({ post: { state: 'ready', value: { ...postPage, ...changes } } }));
const CARD = `https://ninefold.test${postCardPath(postPage, shell.info)}`;
const LOADING = { state: 'loading' } as const;
const emptyList = (total: number): Loadable<PostList> => ({ state: 'ready', value: { items: [], total, next: null } });
const FAILED = { state: 'failed', message: 'Failed to fetch' } as const;

describe('what a post says about itself', () => {
  it('is its own title and description, or those written for search engines', () => {
    expect(metaOfPost()).toMatchObject({ title: 'A Table for Twelve | Ninefold', description: postPage.excerpt });
    expect(metaOfPost({ metaTitle: 'Tables', metaDescription: 'On tables.' })).toMatchObject({
      title: 'Tables',
      description: 'On tables.',
    });
  });

  it('names author, times, section and tags', () => {
    expect(metaOfPost()).toMatchObject({
      type: 'article',
      canonical: 'https://ninefold.test/post/a-table-for-twelve',
      robots: 'index, follow',
      article: {
        author: 'Mira Lindqvist',
        publishedAt: '2025-07-09T06:00:00.000Z',
        modifiedAt: '2025-07-10T06:00:00.000Z',
        section: 'Home & Garden',
        tags: ['Slow food', 'C&A'],
      },
    });
  });

  it.each([
    [null, CARD],
    ['/uploads/gone.webp', CARD],
    ['https://pictures.test/a.jpg', 'https://pictures.test/a.jpg'],
    ['https://pictures.test/a.PNG?w=2', 'https://pictures.test/a.PNG?w=2'],
    ['https://pictures.test/a.svg', CARD],
    ['http://pictures.test/a.jpg', CARD],
  ])('shares %s as %s', (featuredImage, url) => {
    expect(metaOfPost({ featuredImage }).image.url).toBe(url);
  });

  it('shares a picture that is stored here in the size networks ask for', () => {
    const { image } = metaOfPost({
      featuredImage: '/uploads/a.jpg',
      image: { width: 9, height: 9, srcset: '' },
    });
    expect(image).toMatchObject({ url: 'https://ninefold.test/og/a-table-for-twelve.jpg', size: SHARE_SIZE });
  });

  it('asks not to be kept while it is a draft or has yet to come', () => {
    expect(metaOf(postData({ notice: '<p>A draft</p>' })).robots).toBe('noindex, nofollow');
  });

  it('is complete once the post has arrived', () => {
    expect(metaOf(postData({ post: LOADING }))).toMatchObject({ title: 'Ninefold', isComplete: false });
    expect(metaOf(postData({ related: LOADING })).isComplete).toBe(true);
  });

  it('is not called missing where it only could not be fetched', () => {
    expect(metaOf(postData({ post: FAILED }))).toMatchObject({ title: 'Ninefold', isComplete: false });
  });
});

describe('what other pages say about themselves', () => {
  it('the home page names the site', () => {
    const meta = metaOf({ screen: 'home', category: null, page: 1, featured: LOADING, latest: LOADING });
    expect(meta).toMatchObject({
      title: 'Ninefold: Discover Insights Across Every Niche',
      canonical: 'https://ninefold.test/',
      image: { url: `https://ninefold.test${siteCardPath(shell.info)}`, size: SHARE_SIZE },
    });
  });

  it('a later page of a list has an address of its own', () => {
    const page = { screen: 'home', category: null, page: 3, featured: LOADING, latest: LOADING } as const;
    expect(metaOf(page).canonical).toBe('https://ninefold.test/?page=3');
  });

  it('every search is the one search page', () => {
    expect(metaOf(loadingPage('/search?q=tea&page=2'))).toMatchObject({
      canonical: 'https://ninefold.test/search',
      robots: 'index, follow',
    });
  });

  it('a category has a card of its own', () => {
    const category = { ...postPage.category, postCount: 1 };
    const page = {
      screen: 'category',
      slug: 'x',
      page: 1,
      category: { state: 'ready', value: category },
      posts: LOADING,
    } as const;
    expect(metaOf(page).image.url).toBe(`https://ninefold.test${categoryCardPath(category, shell.info)}`);
  });

  it('a category is not called missing where it only could not be fetched', () => {
    const page = { screen: 'category', slug: 'x', page: 1, category: FAILED, posts: LOADING } as const;
    expect(metaOf(page)).toMatchObject({ title: 'Ninefold', isComplete: false });
  });

  it('what is not there is not to be kept', () => {
    const none = emptyList(14);
    const pages: PageData[] = [
      { screen: 'not-found' },
      { screen: 'home', category: null, page: 3, featured: LOADING, latest: none },
      { screen: 'category', slug: 'x', page: 3, category: LOADING, posts: none },
      { screen: 'category', slug: 'x', page: 1, category: { state: 'ready', value: null }, posts: LOADING },
      postData({ post: { state: 'ready', value: null } }),
    ];
    expect(new Set(pages.map((page) => metaOf(page).robots))).toEqual(new Set(['noindex, follow']));
  });

  it('the first page of an empty list is a page', () => {
    const page = { screen: 'home', category: null, page: 1, featured: LOADING, latest: emptyList(0) } as const;
    expect(metaOf(page).robots).toBe('index, follow');
  });
});
