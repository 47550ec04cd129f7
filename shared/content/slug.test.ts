import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSlugNumbers, isReservedSlug, RESERVED_SLUGS, slugify, uniqueSlug } from './slug.ts';

describe('a slug', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  --Rye & Spelt--  ', 'rye-spelt'],
    ['10 Ways to Bake', '10-ways-to-bake'],
    ["What's new?", 'what-s-new'],
    ['Crème brûlée für Öland', 'creme-brulee-fur-oland'],
    ['Straße nach Łódź', 'strasse-nach-lodz'],
    ['İstanbul ışık', 'istanbul-isik'],
    ['Smørrebrød og Þór', 'smorrebrod-og-thor'],
    ['ﬁne ½ loaf', 'fine-1-2-loaf'],
    ['🍞🔥', ''],
    ['パン', ''],
    ['../../etc/passwd', 'etc-passwd'],
    ['%2e%2e', '2e-2e'],
    ['a\u0000b\u202ec', 'a-b-c'],
    ['', ''],
  ])('of %j is %j', (title, slug) => {
    expect(slugify(title)).toBe(slug);
  });

  it('is cut at a hyphen when longer than 200 characters', () => {
    expect(slugify('rye '.repeat(80))).toBe(`${'rye-'.repeat(49)}rye`);
    expect(slugify('x'.repeat(300))).toBe('x'.repeat(200));
  });

  it('of whatever title holds only lower-case letters, digits and single hyphens between them, and is its own slug', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const slug = slugify(title);
        expect(slug).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(200);
        expect(slugify(slug)).toBe(slug);
      }),
      { seed: 7 },
    );
  });
});

describe('a reserved slug', () => {
  it.each([
    'admin',
    'api',
    'featured',
    'draft',
    'post',
    'category',
    'search',
    'uploads',
    'rss',
    'sitemap',
    'healthz',
    'new',
  ])('is %s', (slug) => {
    expect(isReservedSlug(slug)).toBe(true);
  });

  it('is none with something added', () => {
    expect(isReservedSlug('admin-2')).toBe(false);
    expect(isReservedSlug('featured-breads')).toBe(false);
    expect(isReservedSlug('constructor')).toBe(false);
  });

  it('is a slug itself', () => {
    for (const slug of RESERVED_SLUGS) expect(slugify(slug)).toBe(slug);
  });
});

describe('a unique slug', () => {
  const among =
    (...slugs: string[]) =>
    (slug: string) =>
      slugs.includes(slug);

  it('is the base when that is free', () => {
    expect(uniqueSlug('rye', among())).toBe('rye');
  });

  it('counts from 2', () => {
    expect(uniqueSlug('rye', among('rye'))).toBe('rye-2');
    expect(uniqueSlug('rye', among('rye', 'rye-2', 'rye-3'))).toBe('rye-4');
  });

  it('is never reserved and never empty', () => {
    expect(uniqueSlug('admin', among())).toBe('admin-2');
    expect(uniqueSlug('', among())).toBe('post-2');
  });

  it('of many posts with one name is found in two looks each, numbers that others have aside', () => {
    const taken = new Set(['post-3', 'post-4', 'post-700', 'rye']);
    let looks = 0;
    const next = createSlugNumbers((slug) => {
      looks += 1;
      return taken.has(slug);
    });
    const given: string[] = [];
    for (let number = 0; number < 2000; number += 1) {
      const slug = next(number % 2 === 0 ? '' : 'rye');
      taken.add(slug);
      given.push(slug);
    }
    expect(given.slice(0, 6)).toEqual(['post-2', 'rye-2', 'post-5', 'rye-3', 'post-6', 'rye-4']);
    expect(given.slice(-2)).toEqual(['post-1004', 'rye-1001']);
    expect(new Set(given).size).toBe(2000);
    // For each slug at most three: the stem, the number given last, and the next one; and the three slugs of others.
    expect(looks).toBeLessThanOrEqual(3 * 2000 + 3);
  });

  it('stays within 200 characters', () => {
    const long = slugify('x'.repeat(300));
    expect(uniqueSlug(long, among(long))).toBe(`${'x'.repeat(198)}-2`);
  });
});
