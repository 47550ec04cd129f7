import { expect, it } from 'vitest';
import { newPostValues, postValueNames } from '#shared/workspace/post-values.ts';
import { debugReport } from './debug-report.ts';

const facts = { post: { id: 7, version: 3 }, values: newPostValues, errors: {}, isDirty: false, isSaving: false };

it('names the post, its version, its state and every value', () => {
  const report = debugReport(facts);
  expect(report).toContain('Post 7, version 3');
  expect(report).toContain('State: as saved');
  for (const name of postValueNames) expect(report).toContain(`\n${name}: `);
});

it('puts a fault under its field', () => {
  const report = debugReport({ ...facts, post: null, isDirty: true, errors: { title: 'Title is required' } });
  expect(report).toContain('New post');
  expect(report).toContain('State: changed, not saved');
  expect(report).toContain('title: ""\n  ! Title is required\nslug: ');
});

it('shows the beginning of a long text, and its length', () => {
  const report = debugReport({ ...facts, values: { ...newPostValues, content: '😀'.repeat(1000) } });
  expect(report).toContain('(2002 characters)');
  expect(report.isWellFormed()).toBe(true);
  expect(report.length).toBeLessThan(1000);
});
