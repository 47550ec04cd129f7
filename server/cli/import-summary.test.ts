import { expect, test } from 'vitest';
import { emptyReport } from '#server/services/import/import-report.ts';
import type { ImportPlan } from '#shared/contract/imports.ts';
import { importSummary, planLines } from './import-summary.ts';

const report = {
  ...emptyReport(),
  files: 4,
  created: 1,
  updated: 1,
  unchanged: 1,
  skipped: [
    { file: 'a.md', line: 3, message: 'date: soon' },
    { file: 'b.md', line: null, message: 'Is not text in UTF-8' },
  ],
  picturesStored: 2,
  lostPictures: [
    { file: 'c.md', address: '/c.png', reason: null },
    { file: 'c.md', address: 'd.svg', reason: 'No picture.' },
  ],
  droppedTemplateTags: 1,
  droppedElements: 5,
};

test('the summary counts everything and names what was skipped with its line', () => {
  expect(importSummary(report, { isVerbose: false, isDryRun: false })).toEqual([
    'Done: 4 files, 1 created, 1 updated, 1 unchanged, 2 skipped',
    'Pictures: 2 stored, 1 missing, 1 refused',
    'Dropped from the posts written: 1 template tag, 5 raw HTML elements',
    '--verbose names the pictures.',
    'Skipped:',
    '  a.md:3: date: soon',
    '  b.md: Is not text in UTF-8',
  ]);
});

test('with --verbose the pictures are named', () => {
  const lines = importSummary(report, { isVerbose: true, isDryRun: true });
  expect(lines[0]).toMatch(/^This would be done \(nothing was written\): 4 files/);
  expect(lines).toContain('  missing: /c.png (c.md)');
  expect(lines).toContain('  refused: d.svg (c.md): No picture.');
});

test('long lists are cut short without it', () => {
  const madeAuthors = Array.from({ length: 25 }, (_, index) => `Author ${index}`);
  const renamed = [{ file: 'a.md', slug: 'a-2' }];
  const lines = importSummary({ ...emptyReport(), madeAuthors, renamed }, { isVerbose: false, isDryRun: false });
  expect(lines).toContainEqual(expect.stringMatching(/^25 authors made: Author 0, .*Author 19 and 5 more$/));
  expect(lines).toContainEqual(expect.stringContaining('a.md is /post/a-2'));
});

const plan: ImportPlan = {
  ...{ posts: 3, pages: 1, drafts: 0, created: 4, updated: 0, unchanged: 0, redirects: 2, addresses: 9 },
  ...{ kept: none(), unread: none(), clashes: none(), notes: [], dropped: { templateTags: 0, elements: 0 } },
  pictures: { found: 0, missing: none(), elsewhere: 1 },
  terms: [
    { kind: 'category', name: 'Travel', slug: 'travel', posts: 2, to: 'travel' },
    { kind: 'tag', name: 'Tea', slug: 'tea', posts: 1, to: null },
  ],
  authors: { total: 1, made: [] },
  subscribers: { total: 5, ended: 2, refused: { total: 1, first: ['ann(at)example'] } },
  leftOut: [{ what: 'comment', why: 'This program has no comments.', count: 7 }],
};
function none() {
  return { total: 0, first: [] };
}

test('a plan says what comes beside the posts, where tags and categories go, and what is left out and why', () => {
  expect(planLines(plan, { isVerbose: false })).toEqual([
    'In it: 3 posts, 1 page; 0 drafts among them',
    'Subscribers: 5 (2 unsubscribed, 1 refused as no address of e-mail)',
    'Redirects: 2; old addresses to be led: 9',
    'Tags: 1: Tea (1)',
    'Categories: 1: Travel (2, travel)',
    'In brackets: posts, and the category here that has the name.',
    'Shown from elsewhere: 1 picture (--fetch-pictures brings them in)',
    'Left out:',
    '  7 × comment: This program has no comments.',
  ]);
  expect(planLines(plan, { isVerbose: true }).slice(-2)).toEqual(['No address of e-mail:', '  ann(at)example']);
});
