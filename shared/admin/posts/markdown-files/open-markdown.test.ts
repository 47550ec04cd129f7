import { expect, test } from 'vitest';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { createMemoryStore } from '#shared/workspace/memory-store.ts';
import { openStoredDraft, readValues } from '#shared/workspace/post-draft.ts';
import { unsavedDrafts } from '../../editor/index.ts';
import { catalogNames } from './catalog-names.ts';
import { draftOfMarkdown } from './open-markdown.ts';

const { namesOf, numbersOf } = catalogNames(
  [
    { id: 1, slug: 'food', name: 'Food & Drink' },
    { id: 2, slug: 'tech', name: 'Food' },
  ],
  [{ id: 7, name: 'Ada' }],
);

function open() {
  const store = createMemoryStore();
  return { store, options: { store, clock: { now: () => 5 }, uniqueId: () => 'u', numbersOf } };
}

test('a file becomes a draft of its own, which is kept', async () => {
  const { store, options } = open();
  const text = '---\ntitle: Tea\ncategory: food\nauthors: [Ada]\ntags: [a]\n---\n\nHot water.\n';
  const id = await draftOfMarkdown({ name: 'tea.md', text }, options);
  expect(id).toBe('draft:new-u');
  const values = readValues(openStoredDraft(id, await store.load(id)));
  expect(values).toMatchObject({ title: 'Tea', content: 'Hot water.', categoryId: 1, authorId: 7, tags: ['a'] });
  expect(await unsavedDrafts(store)).toMatchObject([{ at: 5, postId: null }]);
});

test('a file that cannot be read makes no draft', async () => {
  const { store, options } = open();
  await expect(draftOfMarkdown({ name: 'a.md', text: '---\n"\n---\n' }, options)).rejects.toBeInstanceOf(ImportFault);
  expect(await store.list('draft')).toEqual([]);
});

test('a category is known by its slug before its name; what is unknown is left out', () => {
  expect(numbersOf({ category: 'FOOD', author: 'ada' })).toEqual({ categoryId: 1, authorId: 7 });
  expect(numbersOf({ category: 'Food & Drink', author: 'Ben' })).toEqual({ categoryId: 1 });
  expect(numbersOf({ category: 'travel', author: null })).toEqual({});
});

test('in a file the numbers are names', async () => {
  const { store, options } = open();
  const text = '---\ncategory: tech\n---\n';
  const id = await draftOfMarkdown({ name: 'a.md', text }, options);
  expect(namesOf(readValues(openStoredDraft(id, await store.load(id))))).toEqual({ category: 'tech', author: null });
});
