import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { type ImportSite, openImportSite } from './import-fixture.ts';
import type { ImportSource, SourcePost, UnreadPost } from './import-source.ts';
import { openSource } from './sources.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const sourceOf = (...given: (SourcePost | UnreadPost)[]): ImportSource => ({
  program: 'Test',
  siteUrl: null,
  async *posts() {
    yield* given;
  },
  async *items() {},
  findPicture: async () => ({ kind: 'none' }),
  manifest: null,
  close: async () => {},
});
const post = (sourceSlug: string, given: Partial<SourcePost> = {}): SourcePost => ({
  file: `post ${sourceSlug}`,
  front: { title: sourceSlug },
  body: 'Words.',
  date: null,
  sourceSlug,
  lineOf: () => null,
  bodyLine: null,
  ...given,
});

test('posts that are no files come in, and are found again', async () => {
  const source = sourceOf(post('tea', { front: { title: 'Tea', tags: ['hot'] }, date: Date.UTC(2014, 2, 12) }));
  expect(await site.import({ source })).toMatchObject({ files: 1, created: 1, skipped: [] });
  expect(await site.posts()).toMatchObject([
    { slug: 'tea', title: 'Tea', tags: ['hot'], content: 'Words.', publishedAt: '2014-03-12T00:00:00.000Z' },
  ]);
  expect(await site.import({ source })).toMatchObject({ created: 0, unchanged: 1 });
});

test('where a source has no lines, what is wrong with a post is told without one', async () => {
  const unread = { file: 'post 7', fault: new ImportFault('Is of another time') };
  const source = sourceOf(post('cups', { body: '' }), unread, post('tea'));
  const report = await site.import({ source });
  expect(report).toMatchObject({ files: 3, created: 1 });
  expect(report.skipped).toMatchObject([
    { file: 'post 7', line: null, message: 'Is of another time' },
    { file: 'post cups', line: null },
  ]);
});

test('what is of no kind that can be imported is refused with what can', async () => {
  site.write('holiday.mp4', 'x');
  await expect(openSource(path.join(site.root, 'holiday.mp4'))).rejects.toThrow(
    /holiday\.mp4 cannot be imported\. What can: an export of Ghost.*; a folder of Markdown files/,
  );
});
