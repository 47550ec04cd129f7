import { expect, it } from 'vitest';
import { filterQuery, isFiltered, noFilter } from './post-filter.ts';

it('what does not restrict is not asked for', () => {
  expect(filterQuery(noFilter)).toEqual({});
  expect(filterQuery({ ...noFilter, search: '   ' })).toEqual({});
  expect(isFiltered({ ...noFilter, search: ' ' })).toBe(false);
});

it('search, status and category are asked for together', () => {
  const filter = { search: ' two words ', status: 'draft', category: 'travel' } as const;
  expect(filterQuery(filter)).toEqual({ q: 'two words', status: 'draft', category: 'travel' });
  expect(isFiltered(filter)).toBe(true);
});
