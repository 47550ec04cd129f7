import { rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAuthorRecords } from '#server/repositories/authors.ts';
import { HOUR, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { listEntries } from '#server/repositories/history/history.ts';
import { listImages } from '#server/repositories/images.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { listRevisions } from '#server/repositories/posts/post-revisions.ts';
import { updatePost } from '#server/repositories/posts/post-writes.ts';
import { addViews } from '#server/repositories/posts/posts.ts';
import { type ImportSite, markdown, openImportSite, picture } from './import-fixture.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const only = async () => {
  const [post, ...more] = await site.posts();
  if (!post || more.length > 0) throw new Error(`There are ${more.length + (post ? 1 : 0)} posts`);
  return post;
};
const images = async () => (await listImages(site.db, {})).items;

test('a Markdown file with front matter becomes a post', async () => {
  site.write(
    'posts/2014-03-12-coming-soon.md',
    markdown(
      `title: >
  Coming
  soon
description: For search engines.
excerpt: It <a href="/x">*comes*</a> soon.
authors: [britta-gustafson, aaron]
tags: [Tea, Cups]
featured: true`,
      '\n## Now\n\nSoon.\n\n',
    ),
  );
  const report = await site.import();
  expect(report).toMatchObject({ files: 1, created: 1, updated: 0, unchanged: 0, skipped: [], severalAuthors: 1 });
  expect(await only()).toMatchObject({
    title: 'Coming soon',
    slug: 'coming-soon',
    excerpt: 'It comes soon.',
    content: '## Now\n\nSoon.',
    tags: ['Tea', 'Cups'],
    featured: true,
    published: true,
    publishedAt: '2014-03-12T00:00:00.000Z',
    createdAt: '2014-03-12T00:00:00.000Z',
    metaDescription: 'For search engines.',
    readTime: 1,
    category: { slug: 'technology' },
    author: { name: 'Britta Gustafson' },
  });
});

test('a featured picture’s alternative text is the post’s too; an excerpt that repeats the opening is a sentence', async () => {
  site.write('posts/boat.png', await picture());
  const opening = 'We sailed a small boat around the whole of the lake. It took three days.';
  site.write(
    'posts/boat.md',
    markdown(`title: Boat\nimage: boat.png\nimage_alt: A boat\nexcerpt: ${opening}`, opening),
  );
  await site.import();
  expect(await only()).toMatchObject({
    featuredImageAlt: 'A boat',
    excerpt: 'We sailed a small boat around the whole of the lake.',
  });
});

test('an alternative text that is too long is cut, and its post comes in', async () => {
  site.write('posts/boat.png', await picture());
  site.write('posts/boat.md', markdown(`title: Boat\nimage: boat.png\nimage_alt: ${'A long boat. '.repeat(60)}`));
  await site.import();
  const { featuredImageAlt } = await only();
  expect(featuredImageAlt?.length).toBeGreaterThan(400);
  expect(featuredImageAlt?.length).toBeLessThanOrEqual(500);
});

test('an author is found by name or by key, and made once', async () => {
  for (const [index, name] of ['ada', 'Ada', 'britta-gustafson', 'Britta Gustafson', '18F', '李'].entries()) {
    site.write(`posts/${index}.md`, markdown(`title: A\nauthors: ["${name}"]`));
  }
  expect((await site.import()).madeAuthors).toEqual(['Britta Gustafson', '18F', '李']);
  expect((await listAuthorRecords(site.db)).map(({ name, email }) => [name, email])).toEqual([
    ['Ada', 'ada@example.com'],
    ['Britta Gustafson', 'britta-gustafson@authors.invalid'],
    ['18F', '18f@authors.invalid'],
    ['李', 'author@authors.invalid'],
  ]);
});

test('a post that was nothing but a picture comes in as a draft where that is lost', async () => {
  site.write('posts/2014-03-12-boat.md', markdown('title: A boat', '![](boat.jpg)'));
  expect(await site.import()).toMatchObject({ created: 1, skipped: [], lostPictures: [{ address: 'boat.jpg' }] });
  expect(await only()).toMatchObject({ title: 'A boat', content: '', published: false });
});

test('a draft, a scheduled post and one without a date are what they say', async () => {
  site.write('posts/a.md', markdown('title: A\ndraft: true', ''));
  site.write('posts/b.md', markdown('title: B\npublished: false\ndate: 2014-01-02'));
  site.write('posts/c.md', markdown('title: C\ndate: 2030-01-02'));
  site.write('posts/d.md', markdown('title: D'));
  await site.import();
  const [a, b, c, d] = await site.posts();
  expect(a).toMatchObject({ published: false, publishedAt: null, content: '' });
  expect(b).toMatchObject({ published: false, publishedAt: '2014-01-02T00:00:00.000Z' });
  expect(c).toMatchObject({
    published: true,
    publishedAt: '2030-01-02T00:00:00.000Z',
    createdAt: new Date(NOW).toISOString(),
  });
  expect(d).toMatchObject({ published: true, publishedAt: new Date(NOW).toISOString() });
});

test('slugs come from front matter, file or folder; the same one is numbered; a page of ours is not taken', async () => {
  site.write('posts/2023-01-01-award.md', markdown('title: A'));
  site.write('posts/2024-01-01-award.md', markdown('title: B'));
  site.write('posts/about.md', markdown('title: C'));
  site.write('posts/big-trip/index.md', markdown('title: D'));
  site.write('posts/e.md', markdown('title: E\nslug: From Front & Matter'));
  site.write('posts/привет.md', markdown('title: F'));
  const report = await site.import();
  expect((await site.posts()).map(({ slug }) => slug)).toEqual([
    'award',
    'award-2',
    'about-2',
    'big-trip',
    'from-front-matter',
    'привет',
  ]);
  expect(report.renamed).toEqual([
    { file: '2024-01-01-award.md', slug: 'award-2' },
    { file: 'about.md', slug: 'about-2' },
  ]);
  expect(await site.import()).toMatchObject({ created: 0, updated: 0, unchanged: 6 });
});

describe('a second run', () => {
  beforeEach(() => site.write('posts/a.md', markdown('title: A\ntags: [tea]\nauthors: [aaron]', 'One.')));

  test('changes nothing when the files have not changed', async () => {
    await site.import();
    const before = await only();
    await addViews(site.db, new Map([[before.id, 7]]));
    site.time.now += HOUR;
    expect(await site.import()).toMatchObject({ created: 0, updated: 0, unchanged: 1, madeAuthors: [] });
    expect(await only()).toEqual({ ...before, views: 7 });
    expect((await listRevisions(site.db, before.id, {})).total).toBe(0);
  });

  test('changes what has changed, keeps id and views, and keeps the text before in the revisions', async () => {
    await site.import();
    const { id, createdAt } = await only();
    await addViews(site.db, new Map([[id, 7]]));
    site.write('posts/a.md', markdown('title: A\ntags: [tea, cups]', 'Two.'));
    expect(await site.import()).toMatchObject({ created: 0, updated: 1 });
    expect(await only()).toMatchObject({ id, views: 7, version: 2, content: 'Two.', tags: ['tea', 'cups'], createdAt });
    expect((await listRevisions(site.db, id, {})).items[0]?.content).toBe('One.');
  });

  test('leaves what was edited here since, unless the file has changed or is forced', async () => {
    await site.import();
    const { id } = await only();
    const edit = { content: 'Mine.', html: '<p>Mine.</p>', htmlVersion: 1, text: 'Mine.', embeds: [] };
    await updatePost(site.db, id, edit, { now: NOW });
    expect(await site.import()).toMatchObject({ unchanged: 1 });
    expect((await only()).content).toBe('Mine.');
    expect(await site.import({ isForced: true })).toMatchObject({ updated: 1 });
    expect((await only()).content).toBe('One.');
  });

  test('finds a post that got another slug here, and leaves it its address', async () => {
    await site.import();
    const { id } = await only();
    await updatePost(site.db, id, { slug: 'elsewhere' }, { now: NOW });
    site.write('posts/a.md', markdown('title: A', 'Two.'));
    expect(await site.import()).toMatchObject({ created: 0, updated: 1 });
    expect(await only()).toMatchObject({ id, slug: 'elsewhere', content: 'Two.' });
  });

  test('makes a post anew that lies in the bin', async () => {
    await site.import();
    await softDeletePost(site.db, (await only()).id, NOW);
    expect(await site.import()).toMatchObject({ created: 1 });
    expect(await only()).toMatchObject({ slug: 'a' });
  });

  test('takes pictures that were missing the first time', async () => {
    site.write('posts/b.md', markdown('title: B\nimage: /pics/a.png', '![A boat](/pics/a.png)'));
    expect((await site.import()).lostPictures).toHaveLength(1);
    expect((await site.posts())[1]).toMatchObject({ content: 'A boat', featuredImage: null });
    site.write('pics/a.png', await picture());
    expect(await site.import()).toMatchObject({ updated: 1, unchanged: 1, picturesStored: 1, lostPictures: [] });
    expect((await site.posts())[1]?.content).toMatch(/^!\[A boat\]\(\/uploads\/[0-9a-f]{24}\.jpg\)$/);
  });
});

test('a post that was here before is found by its slug, and by the one it had', async () => {
  const { id } = await makePost(site, { slug: 'old', title: 'Here' });
  await updatePost(site.db, id, { slug: 'newer' }, { now: NOW });
  site.write('posts/old.md', markdown('title: There'));
  expect(await site.import()).toMatchObject({ created: 0, updated: 1 });
  expect(await only()).toMatchObject({ id, slug: 'newer', title: 'There' });
});

describe('categories', () => {
  test('are the file’s own, else the map’s first fitting line, else the fallback', async () => {
    site.write('posts/a.md', markdown('title: A\ncategory: Lifestyle\ntags: [code]'));
    site.write('posts/b.md', markdown('title: B\ntags: [Tea, code]'));
    site.write('posts/c.md', markdown('title: C\ntags: [nothing]'));
    site.write('posts/d.md', markdown('title: D\ncategories: [tea]'));
    await site.import({ map: '{"code": "technology", "tea": "lifestyle"}', fallback: 'lifestyle' });
    expect((await site.posts()).map(({ category }) => category.slug)).toEqual([
      'lifestyle',
      'technology',
      'lifestyle',
      'lifestyle',
    ]);
  });

  test('a post without one is skipped, unless it is here already', async () => {
    await makePost(site, { slug: 'a', categoryId: 2 });
    site.write('posts/a.md', markdown('title: A'));
    site.write('posts/b.md', markdown('title: B'));
    site.write('posts/c.md', markdown('title: C\n\ncategory: cookery'));
    const report = await site.import({ fallback: undefined });
    expect(report.skipped).toEqual([
      { file: 'b.md', line: 1, message: expect.stringContaining('--category') },
      { file: 'c.md', line: 4, message: 'There is no category “cookery”. There are: technology, lifestyle.' },
    ]);
    expect(await only()).toMatchObject({ title: 'A', category: { slug: 'lifestyle' } });
  });

  test('one that does not exist is refused before anything is written', async () => {
    site.write('posts/a.md', markdown('title: A'));
    await expect(site.import({ fallback: 'cookery' })).rejects.toThrow('There is no category “cookery”');
    await expect(site.import({ map: 'tea: lifestyle\ncode: cookery' })).rejects.toMatchObject({ line: 2 });
    await expect(site.import({ map: 'tea: [lifestyle]' })).rejects.toMatchObject({ line: 1 });
    expect(await site.posts()).toEqual([]);
  });
});

test('a bad file is reported with its name and line, and the rest goes on', async () => {
  site.write('posts/a.md', markdown('title: A'));
  site.write('posts/b.md', '---\ntitle: B\ndate: soon\n---\n');
  site.write('posts/c.md', '# C\n');
  site.write('posts/d.md', Buffer.from([0x2d, 0x2d, 0x2d, 0x0a, 0xff, 0xfe]));
  site.write('posts/e.md', markdown(`title: E\nmetaDescription: ${'x'.repeat(1001)}`));
  site.write('posts/f.md', markdown(`title: F\ntags:\n  - a\n  - ${'x'.repeat(81)}`));
  site.write('posts/g.md', markdown('title: G', ''));
  site.write('posts/h.md', markdown('title: H', '> '.repeat(200_000)));
  site.write('posts/i.md', markdown('title: I'));
  const seen: string[] = [];
  const report = await site.import({
    onProgress: (done, total, file, outcome) => seen.push(`${done}/${total} ${file} ${outcome}`),
  });
  expect(report).toMatchObject({ files: 9, created: 2 });
  expect(report.skipped.map(({ file, line }) => [file, line])).toEqual([
    ['b.md', 3],
    ['c.md', 1],
    ['d.md', null],
    ['e.md', 3],
    ['f.md', 5],
    ['g.md', 4],
    ['h.md', null],
  ]);
  expect(seen).toHaveLength(9);
  expect(seen.at(-1)).toBe('9/9 i.md created');
});

test('what is dropped in rendering is counted', async () => {
  site.write('posts/a.md', markdown('title: A', 'a {{ b.c }} {% d %}\n\n<script>e()</script> <blink>f</blink>'));
  expect(await site.import()).toMatchObject({ droppedTemplateTags: 2, droppedElements: 2 });
});

test('a dry run says what would be done and does nothing', async () => {
  site.write('posts/a.md', markdown('title: A', 'One.'));
  await site.import();
  site.write('posts/a.md', markdown('title: A', 'Two.'));
  site.write('posts/b.md', markdown('title: B\nauthors: [new]\nimage: /img/p.png', '{{ x }}'));
  site.write('posts/c.md', 'c');
  site.write('img/p.png', await picture());
  const before = await site.posts();
  expect(await site.import({ isDryRun: true })).toMatchObject({
    created: 1,
    updated: 1,
    picturesStored: 1,
    madeAuthors: ['new'].map(() => 'New'),
    droppedTemplateTags: 1,
    skipped: [{ file: 'c.md' }],
  });
  expect(await site.posts()).toEqual(before);
  expect(await images()).toEqual([]);
  expect(await listAuthorRecords(site.db)).toHaveLength(1);
});

test('a file that is gone changes nothing here', async () => {
  site.write('posts/a.md', markdown('title: A'));
  await site.import();
  rmSync(path.join(site.root, 'posts/a.md'));
  expect(await site.import()).toMatchObject({ files: 0 });
  expect(await site.posts()).toHaveLength(1);
});

test('what an import replaces is in History, and that it was an import', async () => {
  site.write('posts/one.md', markdown('title: One', 'First.'));
  await site.import();
  expect((await listEntries(site.db, 0, {})).items).toEqual([]);
  site.write('posts/one.md', markdown('title: Two', 'Second.'));
  await site.import();
  const [entry] = (await listEntries(site.db, 0, {})).items;
  expect(entry).toMatchObject({
    kind: 'post',
    action: 'replaced',
    name: 'One',
    origin: { kind: 'import', device: '' },
  });
});
