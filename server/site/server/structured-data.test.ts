import { describe, expect, it } from 'vitest';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { pageMeta } from '../page-meta.ts';
import { postData, postPage, shell } from '../pages/page-fixtures.ts';
import { structuredData } from './structured-data.ts';

const postWith = (changes: Partial<PostPage> = {}) =>
  postData({ post: { state: 'ready', value: { ...postPage, ...changes } } });
const dataOf = (changes?: Partial<PostPage>) => structuredData(postWith(changes), shell);

describe('structured data', () => {
  it('of a post is an Article and its place in the site', () => {
    const [article, trail] = dataOf();
    expect(article).toMatchObject({
      '@type': 'Article',
      headline: 'A Table for Twelve',
      datePublished: '2025-07-09T06:00:00.000Z',
      dateModified: '2025-07-10T06:00:00.000Z',
      author: { '@type': 'Person', name: 'Mira Lindqvist' },
      mainEntityOfPage: { '@id': 'https://ninefold.test/post/a-table-for-twelve' },
    });
    expect(trail).toMatchObject({
      '@type': 'BreadcrumbList',
      itemListElement: [{ position: 1 }, { name: 'Home & Garden' }, { name: 'A Table for Twelve' }],
    });
  });

  it('of a post of a series names the series', () => {
    const series = { name: 'On Tables', part: 2, total: 3, parts: [] };
    expect(dataOf({ series })[0]).toMatchObject({
      isPartOf: { '@type': 'CreativeWorkSeries', name: 'On Tables' },
      position: 2,
    });
    expect(dataOf()[0]).not.toHaveProperty('isPartOf');
  });

  it('of a post has the picture it is shared with', () => {
    const page = postWith({ featuredImage: '/uploads/a.jpg', image: { width: 9, height: 9, srcset: '' } });
    expect(structuredData(page, shell)[0]).toMatchObject({ image: [pageMeta(page, shell).image.url] });
  });

  it('of the home page names the site and how to search it', () => {
    const loading = { state: 'loading' } as const;
    const home = { screen: 'home', category: null, page: 1, featured: loading, latest: loading } as const;
    const [site] = structuredData(home, shell);
    expect(site).toMatchObject({ '@type': 'WebSite', potentialAction: { '@type': 'SearchAction' } });
  });

  it('is not there for what does not exist', () => {
    expect(structuredData(postData({ post: { state: 'ready', value: null } }), shell)).toEqual([]);
    expect(structuredData({ screen: 'not-found' }, shell)).toEqual([]);
  });
});
