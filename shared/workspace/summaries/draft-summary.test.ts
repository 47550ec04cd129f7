import { expect, test } from 'vitest';
import { newDraftId, openNewDraft, openWorkingCopy, writeValues } from '../post-draft.ts';
import { newPostValues } from '../post-values.ts';
import { firstWords, summaryOf } from './draft-summary.ts';

const said = (values: Parameters<typeof writeValues>[1]) => {
  const document = openNewDraft(newDraftId('1'));
  writeValues(document, values);
  return summaryOf(document.id, [document.encode()]);
};

test('a draft is named by its title, else by its first words', () => {
  expect(said({ title: ' Salt ', content: 'Words' }).name).toBe('Salt');
  expect(said({ content: '\n## A heading\n\nText' }).name).toBe('A heading');
  expect(said({ excerpt: 'Only this' }).name).toBe('Only this');
  expect(said({}).name).toBe('');
});

test('long words are cut between two of them, and never in the middle of a sign', () => {
  expect(firstWords('bread and water '.repeat(20))).toMatch(/^(bread and water )+bread( and)?( water)?…$/);
  expect(firstWords('🍞'.repeat(200)).isWellFormed()).toBe(true);
});

test('a working copy that says what its post says has nothing unsaved', () => {
  const baseText = { ...newPostValues, title: 'T', content: 'C' };
  const document = openWorkingCopy({ postId: 4, baseVersion: 1, baseText });
  expect(summaryOf(document.id, [document.encode()])).toMatchObject({ postId: 4, isUnsaved: false });
  document.setText('content', 'C, changed');
  expect(summaryOf(document.id, [document.encode()])).toMatchObject({ postId: 4, isUnsaved: true });
});
