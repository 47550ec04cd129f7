import { expect, test } from 'vitest';
import { documentId } from '#shared/contract/workspace.ts';
import { fingerprint } from '#shared/kernel/fingerprint.ts';
import {
  giveValues,
  isAsGiven,
  isCopyOf,
  isUpToDate,
  newDraftId,
  openNewDraft,
  openStoredDraft,
  openWorkingCopy,
  postIdOfDraft,
  readValues,
  setWorkingCopy,
  type WorkingCopy,
  workingCopyId,
  workingCopyOf,
  writeValues,
} from './post-draft.ts';
import { areSameValues, newPostValues, withStoredValues } from './post-values.ts';

const copy: WorkingCopy = {
  postId: 5,
  baseVersion: 4,
  baseText: { ...newPostValues, title: 'Base', content: 'First.\n\nSecond.', tags: ['a'], categoryId: 3 },
};

test('a new post’s draft begins with the form’s defaults', () => {
  const draft = openNewDraft(newDraftId('5f0c'));
  expect(readValues(draft)).toEqual(newPostValues);
  expect(workingCopyOf(draft)).toBeNull();
  expect(postIdOfDraft(draft.id)).toBeNull();
});

test('a working copy shows its base and knows what it was made from', () => {
  const draft = openWorkingCopy(copy);
  expect(readValues(draft)).toEqual(copy.baseText);
  expect(workingCopyOf(draft)).toEqual(copy);
  expect(postIdOfDraft(draft.id)).toBe(5);
});

test('ids are ids of the contract', () => {
  for (const id of [newDraftId('5f0c'), workingCopyId(copy)]) expect(documentId.parse(id)).toBe(id);
});

test('another version, or another text under the same version, is another working copy', () => {
  const others = [
    { ...copy, baseVersion: 5 },
    { ...copy, baseText: { ...copy.baseText, content: 'Other' } },
    { ...copy, baseText: { ...copy.baseText, categoryId: 4 } },
  ];
  expect(new Set([copy, ...others].map(workingCopyId)).size).toBe(4);
});

test('a working copy has the name it had before posts got another field', () => {
  const { title, content, categoryId, tags } = copy.baseText;
  const before = [title, '', '', content, '', categoryId, 0, true, true, '', '', 5, null, tags, '', ''];
  expect(workingCopyId(copy)).toBe(`draft:post-5-v4-${fingerprint(JSON.stringify(before))}`);
});

test('what was typed is there again after a restart', () => {
  const draft = openWorkingCopy(copy);
  writeValues(draft, { ...copy.baseText, content: 'First!\n\nSecond.', published: false, tags: ['a', 'b'] }, 6);
  const again = openWorkingCopy(copy, [draft.encode()]);
  expect(readValues(again)).toEqual({
    ...copy.baseText,
    content: 'First!\n\nSecond.',
    published: false,
    tags: ['a', 'b'],
  });
  expect(readValues(openStoredDraft(draft.id, [draft.encode()]))).toEqual(readValues(again));
});

test('two devices that open the same version apart from each other merge their edits, not two copies of the text', () => {
  const here = openWorkingCopy(copy);
  const there = openWorkingCopy(copy);
  writeValues(here, { content: 'First, here.\n\nSecond.' });
  writeValues(there, { content: 'First.\n\nSecond, there.' });
  here.apply(there.encode());
  there.apply(here.encode());
  expect(readValues(here).content).toBe('First, here.\n\nSecond, there.');
  expect(readValues(there)).toEqual(readValues(here));
});

test('opening and looking writes nothing', () => {
  const draft = openWorkingCopy(copy);
  let updates = 0;
  draft.onUpdate(() => {
    updates += 1;
  });
  writeValues(draft, readValues(draft));
  expect(updates).toBe(0);
});

test('a field nobody touched follows the base when it moves on', () => {
  const draft = openWorkingCopy(copy);
  writeValues(draft, { published: false });
  setWorkingCopy(draft, { ...copy, baseVersion: 5, baseText: { ...copy.baseText, metaTitle: 'New', published: true } });
  expect(readValues(draft)).toMatchObject({ metaTitle: 'New', published: false });
  expect(workingCopyOf(draft)?.baseVersion).toBe(5);
});

test('a base that has moved on is not overruled by a device that opens the working copy where it began', () => {
  for (const [first, second] of [
    [10, 20],
    [20, 10],
  ]) {
    const here = openWorkingCopy(copy, [], { clientId: first ?? 0 });
    const there = openWorkingCopy(copy, [], { clientId: second ?? 0 });
    writeValues(there, { excerpt: 'Typed there' });
    writeValues(here, { title: 'Saved here' });
    setWorkingCopy(here, { ...copy, baseVersion: 5, baseText: { ...copy.baseText, title: 'Saved here' } });
    there.apply(here.encode());
    here.apply(there.encode());
    for (const draft of [here, there]) {
      expect(workingCopyOf(draft)?.baseVersion).toBe(5);
      expect(readValues(draft)).toMatchObject({ title: 'Saved here', excerpt: 'Typed there' });
    }
  }
});

test('a working copy whose post is gone says the same as a new post’s draft', () => {
  const draft = openWorkingCopy(copy);
  writeValues(draft, { excerpt: 'Typed' });
  setWorkingCopy(draft, null);
  expect(workingCopyOf(draft)).toBeNull();
  expect(readValues(draft)).toEqual({ ...copy.baseText, excerpt: 'Typed' });
});

test('moving on is nothing to undo', () => {
  const draft = openWorkingCopy(copy);
  setWorkingCopy(draft, { ...copy, baseVersion: 5 });
  expect(draft.undo()).toBe(false);
});

test('a draft knows whether somebody has typed in what it was filled with', () => {
  const draft = openNewDraft(newDraftId('5f0c'));
  expect(isAsGiven(draft)).toBe(false);
  giveValues(draft, { title: 'Tea', tags: ['hot'] });
  const again = openNewDraft(draft.id, [draft.encode()]);
  expect(readValues(again)).toEqual({ ...newPostValues, title: 'Tea', tags: ['hot'] });
  expect(isAsGiven(again)).toBe(true);
  writeValues(again, { title: 'Tea, typed' });
  expect(isAsGiven(again)).toBe(false);
});

test('what is stored and makes no sense is left out', () => {
  const values = withStoredValues(newPostValues, {
    slug: 5,
    tags: ['a', 1],
    readTime: 7,
    unknown: 'x',
    publishedAt: null,
  });
  expect(values).toEqual({ ...newPostValues, readTime: 7 });
  expect(withStoredValues(newPostValues, { publishedAt: 'tomorrow' })).toEqual(newPostValues);
  const draft = openNewDraft('draft:odd');
  draft.setField('workingCopy', { postId: 'five', baseVersion: 1, baseText: {} });
  expect(workingCopyOf(draft)).toBeNull();
});

test('what a newer program has stored stays in the draft, and what an older one has not is empty', () => {
  const draft = openNewDraft('draft:newer');
  const { metaTitle: _, productApp: __, ...baseText } = copy.baseText;
  draft.setField('workingCopy', { postId: 5, baseVersion: 4, baseText: { ...baseText, mood: 'calm' } });
  draft.setField('mood', 'merry');
  writeValues(draft, { title: 'Typed' });
  const again = openStoredDraft(draft.id, [draft.encode()]);
  expect(again.field('mood')).toBe('merry');
  expect(workingCopyOf(again)).toEqual(copy);
  expect(readValues(again)).toMatchObject({ title: 'Typed', slug: copy.baseText.slug, metaTitle: '', productApp: '' });
});

test('forms are compared by what they say', () => {
  expect(areSameValues(newPostValues, { ...newPostValues, tags: [] })).toBe(true);
  expect(areSameValues(newPostValues, { ...newPostValues, tags: ['a'] })).toBe(false);
});

test('a copy is of the very post: one made at another time under its number is another one', () => {
  const post = {
    id: copy.postId,
    version: copy.baseVersion,
    values: copy.baseText,
    createdAt: '2026-01-01T00:00:00.000Z',
  };
  const dated = { ...copy, createdAt: post.createdAt };
  expect(isCopyOf(dated, post)).toBe(true);
  expect(isCopyOf(dated, { ...post, createdAt: '2026-01-01T00:00:00.001Z' })).toBe(false);
  // Copies made by earlier versions of the app have no date: they are recognised by their words.
  expect(isCopyOf(copy, { ...post, values: { ...post.values, title: 'T', slug: 's' } })).toBe(true);
  expect(isCopyOf(copy, { ...post, values: { ...post.values, title: 'T', slug: 's', content: 'C' } })).toBe(false);
  expect(isUpToDate(copy, post)).toBe(true);
  expect(isUpToDate(copy, { ...post, values: { ...post.values, tags: ['another'] } })).toBe(false);
  const stored = openWorkingCopy(dated, []);
  expect(workingCopyOf(stored)).toEqual(dated);
});
