import { expect, test } from 'vitest';
import { adviceOn, countOf, cut, foundAs } from './found-as.ts';

const post = { title: 'Nine folds', excerpt: 'How to fold.', metaTitle: '', metaDescription: '' };

test('a search engine gets the meta texts, and without them the title with the site’s name, and the excerpt', () => {
  expect(foundAs(post, 'Ninefold')).toEqual({ title: 'Nine folds | Ninefold', description: 'How to fold.' });
  expect(foundAs({ ...post, metaTitle: 'Fold', metaDescription: 'Well.' }, 'Ninefold')).toEqual({
    title: 'Fold',
    description: 'Well.',
  });
  expect(foundAs({ ...post, title: ' ', excerpt: '' }, 'Ninefold')).toEqual({ title: '', description: '' });
});

test('a text is shown as far as there is room, by the characters people see', () => {
  expect(cut('a'.repeat(60), 60)).toBe('a'.repeat(60));
  expect(cut(`${'a'.repeat(59)} b`, 60)).toBe(`${'a'.repeat(59)}…`);
  expect(cut('👩‍🌾'.repeat(2), 160)).toBe('👩‍🌾'.repeat(2));
  expect(countOf('title', '🦊 and hen')).toBe('9 of 60');
});

test.each([
  ['title', 'a'.repeat(61), true, 'Too long: about 1 characters at its end are not shown.'],
  ['title', 'a'.repeat(60), true, null],
  ['title', 'Fold', true, 'Short: there is room for 60 characters of title.'],
  ['title', 'a'.repeat(30), false, 'Empty: the title and the site’s name.'],
  ['title', '', false, null],
  ['description', '', false, 'Empty: search engines choose words of the text.'],
  ['description', 'a'.repeat(165), false, 'Empty: the excerpt. Too long: about 5 characters at its end are not shown.'],
] as const)('advice on the %s "%s" is in words', (part, text, isOwn, advice) => {
  expect(adviceOn(part, text, isOwn)).toBe(advice);
});
