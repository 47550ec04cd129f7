import { expect, test } from 'vitest';
import { mergePost, resolvePost } from './merge-post.ts';
import { newPostValues, type PostValues } from './post-values.ts';

const base: PostValues = {
  ...newPostValues,
  title: 'Title',
  content: 'One.\n\nTwo.',
  tags: ['a', 'b'],
  metaTitle: 'M',
};

test('fields only one side changed are its', () => {
  const mine = { ...base, title: 'Mine', published: false };
  const theirs = { ...base, categoryId: 7, content: 'One.\n\nTwo!' };
  expect(mergePost(base, mine, theirs)).toEqual({
    kind: 'clean',
    values: { ...base, title: 'Mine', published: false, categoryId: 7, content: 'One.\n\nTwo!' },
  });
});

test('what both changed alike is no question, nor is the read time', () => {
  const merge = mergePost(base, { ...base, slug: 's', readTime: 6 }, { ...base, slug: 's', readTime: 9 });
  expect(merge).toEqual({ kind: 'clean', values: { ...base, slug: 's', readTime: 6 } });
});

test('tags are merged one by one', () => {
  const merge = mergePost(base, { ...base, tags: ['b', 'mine'] }, { ...base, tags: ['a', 'b', 'theirs', 'mine'] });
  expect(resolvePost(merge, 'mine').tags).toEqual(['b', 'mine', 'theirs']);
});

test('a field both changed is asked about, by name', () => {
  const mine = { ...base, title: 'Mine', excerpt: 'My words.', categoryId: 3 };
  const theirs = { ...base, title: 'Theirs', excerpt: 'Their words.', categoryId: 4, content: 'One!\n\nTwo.' };
  const merge = mergePost(base, mine, theirs);
  expect(merge).toMatchObject({
    kind: 'conflict',
    content: { kind: 'clean' },
    fields: [
      { name: 'title', base: 'Title', mine: 'Mine', theirs: 'Theirs' },
      { name: 'excerpt', mine: 'My words.', theirs: 'Their words.' },
      { name: 'categoryId', mine: 3, theirs: 4 },
    ],
  });
  expect(resolvePost(merge, 'mine')).toEqual({ ...mine, content: 'One!\n\nTwo.' });
  expect(resolvePost(merge, 'theirs')).toEqual(theirs);
  expect(resolvePost(merge, 'both')).toEqual({
    ...mine,
    title: 'Mine / Theirs',
    excerpt: 'My words. Their words.',
    content: 'One!\n\nTwo.',
  });
});

test('content both changed in one block is asked about, with all else merged in every answer', () => {
  const merge = mergePost(
    base,
    { ...base, content: 'One, mine.\n\nTwo.' },
    { ...base, content: 'One, theirs.\n\nTwo.', metaTitle: '' },
  );
  expect(resolvePost(merge, 'mine')).toEqual({ ...base, content: 'One, mine.\n\nTwo.', metaTitle: '' });
  expect(resolvePost(merge, 'theirs')).toEqual({ ...base, content: 'One, theirs.\n\nTwo.', metaTitle: '' });
  expect(resolvePost(merge, 'both').content).toBe('One, mine.\n\nOne, theirs.\n\nTwo.');
});

test('both of something and nothing is something', () => {
  const merge = mergePost(base, { ...base, metaTitle: '' }, { ...base, metaTitle: 'Theirs' });
  expect(resolvePost(merge, 'both').metaTitle).toBe('Theirs');
  const other = mergePost(base, { ...base, metaTitle: 'Mine' }, { ...base, metaTitle: '' });
  expect(resolvePost(other, 'both').metaTitle).toBe('Mine');
});
