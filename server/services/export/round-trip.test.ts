import { rmSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { insertImage } from '#server/repositories/images.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { plainTexts } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { runsOf } from '#tests/share.ts';
import { type ImportSite, openImportSite, picture } from '../import/import-fixture.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

/** Text that YAML or Markdown could take for something else. */
const odd = fc.oneof(
  fc.constantFrom(
    '- a',
    'a: b',
    '"a" and \'b\'',
    '# a',
    'null',
    '~',
    'no',
    '2024-01-31',
    '0x1f',
    '---',
    '...',
    'a\n---\nb',
    ' a ',
    '\ta',
    'a\r\nb',
    '🎉 {{ a }} {% b %}',
    '[a](b) `c` <d>',
    '&a *b !c %d @e',
    '| a\n> b',
    '\u2028\u0085\u0007\u200f',
    '\\n \\" \\',
    '\ufeffa',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }).map((text) => text.toWellFormed().replaceAll('\0', '')),
);
const filled = odd.filter((text) => text.trim() !== '');
const line = odd.map((text) => text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ').trim()).filter((text) => text !== '');

const body = (url: string) =>
  fc
    .array(
      fc.oneof(
        odd,
        fc.constantFrom(
          '\n',
          '\n\n',
          '\r\n',
          '    ',
          '> ',
          '- ',
          '```\n',
          '`',
          '<div>\n',
          '---\n',
          '---\ntitle: B\n---\n',
        ),
        fc.constantFrom(
          `![a](${url})`,
          `[a](${url} "t")`,
          `<img src="${url}">`,
          `[r]: ${url}`,
          '![r]',
          url,
          `![](<${url}>)`,
        ),
        fc.constantFrom(
          '![a](pictures/x.png)',
          '[a](/2014/01/02/b/)',
          '{{ "/a" | url }}',
          '{% raw %}{{ a }}{% endraw %}',
          '![a](/none.png)',
        ),
      ),
      { minLength: 1, maxLength: 12 },
    )
    .map((pieces) => pieces.join(''))
    .filter((text) => text.trim() !== '');

test('an import of an export changes nothing, whatever the posts say', async () => {
  const stored = await site.pictures.store(await picture());
  await insertImage(site.db, stored, { now: NOW, alt: '' });
  const url = `/uploads/${stored.filename}`;
  const optional = fc.option(odd, { nil: null });
  const fields: fc.Arbitrary<Partial<PostFields>> = fc.record({
    title: filled,
    excerpt: filled,
    content: body(url),
    featuredImage: fc.constantFrom(null, url, '/uploads/gone.png', 'https://x.org/a.png?b=c&d'),
    categoryId: fc.constantFrom(1, 2),
    published: fc.boolean(),
    featured: fc.boolean(),
    publishedAt: fc.constantFrom('2014-02-01T10:11:12.345Z', '2031-01-01T00:00:00.000Z'),
    readTime: fc.integer({ min: 1, max: 9999 }),
    ...recordOf(plainTexts, (name) => [name, optional]),
    tags: fc.array(line, { maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 6 }), async (list) => {
      await site.db.deleteFrom('post_sources').execute();
      await site.db.deleteFrom('blog_posts').execute();
      for (const each of list) await makePost(site, each);
      const before = await site.posts();
      rmSync(path.join(site.root, 'out'), { recursive: true, force: true });
      await site.export();
      const report = await site.import({ folder: path.join(site.root, 'out') });
      expect(report).toMatchObject({ created: 0, updated: 0, unchanged: list.length, skipped: [], picturesStored: 0 });
      expect(await site.posts()).toEqual(before);
    }),
    { seed: 20250601, numRuns: runsOf(60, 6) },
  );
});

test('an export brought into an emptied site gives the same texts', async () => {
  await fc.assert(
    fc.asyncProperty(
      filled,
      filled,
      body('/uploads/x.png'),
      fc.array(line, { maxLength: 3 }),
      async (title, excerpt, content, tags) => {
        await site.db.deleteFrom('blog_posts').execute();
        await makePost(site, { title, excerpt, content, tags, slug: 'a' });
        rmSync(path.join(site.root, 'out'), { recursive: true, force: true });
        await site.export();
        const [before] = await site.posts();
        await site.db.deleteFrom('blog_posts').execute();
        expect(await site.import({ folder: path.join(site.root, 'out') })).toMatchObject({ created: 1 });
        const [after] = await site.posts();
        expect({ ...after, id: 0, html: '' }).toEqual({ ...before, id: 0, html: '' });
      },
    ),
    { seed: 20250601, numRuns: runsOf(60, 6) },
  );
});

test('an export knows when a text was changed, and an import says so again', async () => {
  const { id } = await makePost(site, { slug: 'a' });
  const contentUpdatedAt = '2025-05-04T03:02:01.007Z';
  await site.db.updateTable('blog_posts').set({ content_updated_at: contentUpdatedAt }).where('id', '=', id).execute();
  await site.export();
  await site.db.deleteFrom('blog_posts').execute();
  await site.import({ folder: path.join(site.root, 'out') });
  expect(await site.posts()).toMatchObject([{ slug: 'a', contentUpdatedAt }]);
});
