import { expect, test } from 'vitest';
import { readStatisticsAddress, statisticsAddress } from './statistics-address.ts';

test('an address says what is looked at, and is read back', () => {
  for (const view of [
    { subject: null, range: '30d' },
    { subject: { kind: 'post', id: 12 }, range: '5y' },
    { subject: { kind: 'tag', id: 3 }, range: '30d' },
  ] as const) {
    const address = new URL(statisticsAddress(view.subject, view.range), 'http://site.test');
    expect(address.hash).toBe('#statistics');
    expect(readStatisticsAddress(address)).toEqual(view);
  }
});

test.each(['', '?of=post-0', '?of=author-1', '?of=post-1e9', '?range=2d', '?of=post-99999999999999999'])(
  'what cannot be understood is the whole site and 30 days: %s',
  (search) => expect(readStatisticsAddress({ search })).toEqual({ subject: null, range: '30d' }),
);
