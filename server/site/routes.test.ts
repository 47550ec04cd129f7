import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authorPath,
  categoryPath,
  pageUrl,
  parsePageUrl,
  periodPath,
  postPath,
  searchPath,
  tagPath,
} from './routes.ts';

describe('an address', () => {
  it.each([
    ['/', 'home'],
    ['/post/tea', 'post'],
    ['/category/travel', 'category'],
    ['/tag/tea', 'tag'],
    ['/author/ada', 'author'],
    ['/archive', 'archive'],
    ['/archive/2025', 'period'],
    ['/archive/2025/07', 'period'],
    ['/archive/2025/13', 'not-found'],
    ['/archive/25', 'not-found'],
    ['/archive/new', 'not-found'],
    ['/search?q=tea', 'search'],
    ['/follow', 'follow'],
    ['/about', 'about'],
    ['/privacy', 'privacy'],
    ['/terms', 'terms'],
    ['/contact', 'contact'],
    ['/nowhere', 'not-found'],
    ['/post', 'not-found'],
    ['/post/a/b', 'not-found'],
    ['/About', 'not-found'],
  ])('%s is the screen %s', (url, screen) => {
    expect(parsePageUrl(url).screen).toBe(screen);
  });

  it('gives the year or month of the archive', () => {
    expect(parsePageUrl('/archive/2025?page=2')).toMatchObject({ period: '2025', page: 2 });
    expect(parsePageUrl(periodPath('2025-07')).period).toBe('2025-07');
  });

  it('gives the category, the trimmed query and the page', () => {
    expect(parsePageUrl('/?category=travel&page=3')).toMatchObject({ category: 'travel', page: 3 });
    expect(parsePageUrl('/search?q=%20green%20tea%20')).toMatchObject({ query: 'green tea', page: 1 });
  });

  it.each(['0', '-1', '1.5', 'two', '1e9', ''])('takes the page "%s" for the first', (page) => {
    expect(parsePageUrl(`/?page=${page}`).page).toBe(1);
  });

  it('is called the same whatever else its query holds, and in whatever order', () => {
    expect(pageUrl('/', '?utm_source=x&page=2&category=travel')).toBe('/?category=travel&page=2');
    expect(pageUrl('/search', '?page=1&q=tea')).toBe('/search?q=tea');
    expect(pageUrl('/tag/tea', '?page=2&utm_source=x')).toBe('/tag/tea?page=2');
    expect(pageUrl('/about', '?q=tea')).toBe('/about');
  });
});

it('an address with a broken escape is only an address of nothing', () => {
  expect(parsePageUrl('/post/100%')).toMatchObject({ screen: 'post', slug: '100%' });
});

describe('a path that is made', () => {
  it('leads back to what it was made from', () => {
    const word = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/^\.{1,2}$/.test(text));
    fc.assert(
      fc.property(word, (text) => {
        expect(parsePageUrl(postPath(text)).slug).toBe(text);
        expect(parsePageUrl(categoryPath(text)).slug).toBe(text);
        expect(parsePageUrl(tagPath(text)).slug).toBe(text);
        expect(parsePageUrl(authorPath(text)).slug).toBe(text);
        expect(parsePageUrl(searchPath(text)).query).toBe(text.trim());
      }),
      { seed: 20250719 },
    );
  });
});
