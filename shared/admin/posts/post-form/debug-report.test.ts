import { expect, it } from 'vitest';
import { newPostValues, postValueNames } from '#shared/workspace/post-values.ts';
import { type DebugFacts, debugReport } from './debug-report.ts';

const base = { postId: 7, baseVersion: 3, baseText: newPostValues };
const facts: DebugFacts = {
  documentId: 'draft:post-7-v3-x',
  values: newPostValues,
  save: { kind: 'saved', base },
  journal: { kind: 'kept', at: 0 },
  isUnsaved: false,
  errors: {},
};

it('names the post, its version, its states and every value', () => {
  const report = debugReport(facts);
  expect(report).toContain('Post 7, version 3');
  expect(report).toContain('Save state: saved, as saved');
  expect(report).toContain('Journal: kept at 1970-01-01T00:00:00.000Z');
  for (const name of postValueNames) expect(report).toContain(`\n${name}: `);
});

it('says what was refused, by the server and by this computer', () => {
  const fault = { code: 'slug_taken' as const, message: 'Taken', issues: [] };
  const report = debugReport({
    ...facts,
    isUnsaved: true,
    save: { kind: 'editing', base, fault },
    journal: { kind: 'not-kept', since: 0, reason: 'The disk is full' },
  });
  expect(report).toContain('Save state: editing, changed, not saved');
  expect(report).toContain('Last save refused: slug_taken, Taken');
  expect(report).toContain('The disk is full');
});

it('puts a fault under its field', () => {
  const report = debugReport({ ...facts, save: { kind: 'saved', base: null }, errors: { title: 'Title is required' } });
  expect(report).toContain('New post');
  expect(report).toContain('title: ""\n  ! Title is required\n');
});

it('shows the beginning of a long text, and its length', () => {
  const report = debugReport({ ...facts, values: { ...newPostValues, content: '😀'.repeat(1000) } });
  expect(report).toContain('(2002 characters)');
  expect(report.isWellFormed()).toBe(true);
  expect(report.length).toBeLessThan(1000);
});
