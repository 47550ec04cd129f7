import { expect, it } from 'vitest';
import { addressQuery, filterOf, filterQuery, isFiltered, noFilter, sortOptions } from './post-filter.ts';

it('what does not restrict is not asked for', () => {
  expect(filterQuery(noFilter)).toEqual({});
  expect(filterQuery({ ...noFilter, search: '   ' })).toEqual({});
  expect(isFiltered({ ...noFilter, search: ' ' })).toBe(false);
});

it('words, status, category, author, tag and order are asked for together', () => {
  const filter = { search: ' two words ', status: 'draft', category: 'travel', author: 'mara', tag: 'rye' } as const;
  const query = { q: 'two words', status: 'draft', category: 'travel', author: 'mara', tag: 'rye' };
  expect(filterQuery({ ...filter, sort: 'title-desc' })).toEqual({ ...query, sort: 'title', direction: 'desc' });
  expect(isFiltered({ ...filter, sort: 'default' })).toBe(true);
});

it('posts without a picture are a choice of their own', () => {
  expect(filterQuery(filterOf('?status=pictureless'))).toEqual({ pictured: 'false' });
});

it('an order alone leaves out no post', () => {
  expect(isFiltered({ ...noFilter, sort: 'views' })).toBe(false);
});

it('a filter is told by its address, and read from it again', () => {
  expect(addressQuery(noFilter)).toBe('');
  expect(filterOf('')).toEqual(noFilter);
  const filter = { ...noFilter, search: 'rye & spelt', status: 'featured', tag: 'bread', sort: 'views' } as const;
  expect(addressQuery(filter)).toBe('?q=rye+%26+spelt&status=featured&tag=bread&sort=views');
  expect(filterOf(addressQuery(filter))).toEqual(filter);
});

it('what an address says wrongly does not restrict', () => {
  expect(filterOf(`?status=nonsense&sort=__proto__&q=${'x'.repeat(501)}`)).toEqual(noFilter);
});

it('a search has the best match first where no order is chosen', () => {
  expect([sortOptions(true)[0]?.label, sortOptions(false)[0]?.label]).toEqual(['Best match', 'Newest first']);
});
