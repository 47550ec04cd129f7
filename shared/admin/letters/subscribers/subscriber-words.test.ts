import { expect, test } from 'vitest';
import { countsText, sinceText, topicNames } from './subscriber-words.ts';

const figures = { following: 0, ended: 0, suppressed: 0, pending: 0, canMail: true, topics: [], months: [] };

test('topics are named as readers know them', () => {
  expect(
    topicNames([
      { kind: 'site', targetId: 0, name: '' },
      { kind: 'category', targetId: 1, name: 'Tea' },
      { kind: 'tag', targetId: 1, name: 'green' },
      { kind: 'author', targetId: 1, name: 'Ada' },
    ]),
  ).toBe('The whole site, Tea, #green, By Ada');
  expect(topicNames([])).toBe('Follows nothing any more');
});

test('numbers are said without those of which there are none', () => {
  expect(countsText(figures)).toBe('0 follow');
  expect(countsText({ ...figures, following: 1, pending: 1, ended: 1200, suppressed: 2 })).toBe(
    '1 follows, 1 has not confirmed yet, 1,200 have ended, 2 cannot be reached',
  );
});

test('a subscriber is dated in UTC, with where the address came from', () => {
  expect(sinceText({ createdAt: '2025-07-09T23:59:59.000Z', source: 'import' })).toBe(
    'Since Jul 9, 2025, from an import',
  );
});
