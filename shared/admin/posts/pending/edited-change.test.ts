import { expect, test } from 'vitest';
import type { PendingChange } from '#shared/contract/posts/pending.ts';
import { newPostValues } from '#shared/workspace/post-values.ts';
import type { PostStatus } from '../post-status.ts';
import { editedChange } from './edited-change.ts';
import { pendingText, placeWords } from './pending-text.ts';

const base = { ...newPostValues, title: 'T', content: 'One.\n\nTwo.', published: true };
const change = (content: string): PendingChange => ({
  ...{ postId: 1, version: 1, baseVersion: 1, dueAt: null, problem: null, isMergeable: true },
  base: { title: 'T', content: base.content },
  fields: { title: 'T', content },
  updatedAt: '2026-01-01T00:00:00.000Z',
});

test('a change is opened together with what was saved since it was made', () => {
  const saved = { ...base, content: 'One, saved.\n\nTwo.', metaTitle: 'M' };
  expect(editedChange(change('One.\n\nTwo, changed.'), saved)).toEqual({
    values: { ...saved, content: 'One, saved.\n\nTwo, changed.' },
    isAsked: false,
  });
});

test('where both changed one place, both are there and the owner is told', () => {
  const { values, isAsked } = editedChange(change('One.\n\nTwo, changed.'), {
    ...base,
    content: 'One.\n\nTwo, saved.',
  });
  expect(isAsked).toBe(true);
  expect(values.content).toContain('Two, changed.');
  expect(values.content).toContain('Two, saved.');
});

test('a notice says what becomes of the post: beside a draft nothing goes live', () => {
  const due = '2099-05-01T09:00:00.000Z';
  const said = (status: PostStatus, dueAt: string | null) => Object.values(placeWords(status, dueAt)).join(' ');
  expect(said('Published', null)).toContain('It goes live when you publish it.');
  expect(said('Published', due)).toMatch(/^It goes live on 1 May 2099, \d\d:00\./);
  for (const status of ['Draft', 'Scheduled'] as const)
    for (const dueAt of [null, due]) {
      expect(said(status, dueAt)).not.toMatch(/goes live|[Pp]ublish/);
      expect(said(status, dueAt)).toContain(status === 'Draft' ? 'still a draft' : 'still scheduled');
    }
});

test('a list says what a change waits for', () => {
  expect(pendingText({ dueAt: null, problem: null })).toBe('Change waits');
  expect(pendingText({ dueAt: '2026-03-01T09:00:00.000Z', problem: null })).toMatch(
    /^Changes \d+ \w{3} 2026, \d\d:\d\d$/,
  );
  expect(pendingText({ dueAt: '2026-03-01T09:00:00.000Z', problem: 'It does not go.' })).toBe('Change needs you');
});
