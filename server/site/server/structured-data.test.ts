import { describe, expect, it } from 'vitest';
import type { PostPage } from '#shared/contract/posts/post.ts';
import type { TagWithCount } from '#shared/contract/tags.ts';
import type { Loadable, PageData, PeriodWays } from '../page-data.ts';
import { pageMeta } from '../page-meta.ts';
import { postData, postPage, shell } from '../pages/page-fixtures.ts';
import type { PostList } from '../site-data.ts';
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

  const listOf = (total: number): Loadable<PostList> => ({ state: 'ready', value: { items: [], total, next: null } });
  const wayTo = (...steps: [name: string, path: string][]) => ({
    '@type': 'BreadcrumbList',
    itemListElement: [['Ninefold', '/'] as const, ...steps].map(([name, path], index) => ({
      ...{ '@type': 'ListItem', position: index + 1 },
      ...{ name, item: `https://ninefold.test${path}` },
    })),
  });
  const collection = (name: string, path: string) => ({
    '@type': 'CollectionPage',
    name,
    url: `https://ninefold.test${path}`,
    isPartOf: { '@type': 'WebSite', name: 'Ninefold', url: 'https://ninefold.test/' },
  });

  it('of a tag is a collection of its posts and its place in the site', () => {
    const tag: Loadable<TagWithCount> = { state: 'ready', value: { id: 2, name: 'C&A', slug: 'c-a', postCount: 3 } };
    const page: PageData = { screen: 'tag', slug: 'c-a', page: 1, tag, posts: listOf(3) };
    expect(structuredData(page, shell)).toMatchObject([collection('#C&A', '/tag/c-a'), wayTo(['#C&A', '/tag/c-a'])]);
    expect(structuredData({ ...page, tag: { state: 'ready', value: null } }, shell)).toEqual([]);
  });

  it('of an author is a profile, with a picture where its address is one', () => {
    const author = { ...postPage.author, avatar: '/uploads/mira.jpg', postCount: 3 };
    const ofAuthor = (value: typeof author) =>
      structuredData(
        { screen: 'author', slug: value.slug, page: 1, author: { state: 'ready', value }, posts: listOf(3) },
        shell,
      );
    const url = 'https://ninefold.test/author/mira-lindqvist';
    expect(ofAuthor(author)).toMatchObject([
      {
        '@type': 'ProfilePage',
        mainEntity: {
          ...{ '@type': 'Person', name: 'Mira Lindqvist', url },
          description: 'Mira mends chairs and writes about streets.',
          image: 'https://ninefold.test/uploads/mira.jpg',
        },
      },
      wayTo(['Mira Lindqvist', '/author/mira-lindqvist']),
    ]);
    expect(ofAuthor({ ...author, avatar: 'https://[' })[0]).not.toHaveProperty('mainEntity.image');
  });

  it('of the archive is a collection', () => {
    const page: PageData = { screen: 'archive', months: { state: 'ready', value: [] } };
    expect(structuredData(page, shell)).toMatchObject([
      collection('Archive', '/archive'),
      wayTo(['Archive', '/archive']),
    ]);
  });

  it('of a year and a month is a collection within the archive, and of one without posts is not there', () => {
    const ways: Loadable<PeriodWays> = { state: 'ready', value: { months: [], later: null, earlier: null } };
    const page: PageData = { screen: 'period', period: '2025-07', page: 1, ways, posts: listOf(3) };
    const toYear = [
      ['Archive', '/archive'],
      ['2025', '/archive/2025'],
    ] as [string, string][];
    expect(structuredData(page, shell)).toMatchObject([
      collection('July 2025', '/archive/2025/07'),
      wayTo(...toYear, ['July 2025', '/archive/2025/07']),
    ]);
    expect(structuredData({ ...page, period: '2025' }, shell)).toMatchObject([
      collection('2025', '/archive/2025'),
      wayTo(...toYear),
    ]);
    expect(structuredData({ ...page, posts: listOf(0) }, shell)).toEqual([]);
  });

  it('is not there for what does not exist', () => {
    expect(structuredData(postData({ post: { state: 'ready', value: null } }), shell)).toEqual([]);
    expect(structuredData({ screen: 'not-found' }, shell)).toEqual([]);
  });
});
