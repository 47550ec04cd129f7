import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertAuthor } from '#server/repositories/authors.ts';
import { DAY, makePost, NOW } from '#server/repositories/blog-fixture.ts';
import { insertCategory } from '#server/repositories/categories.ts';
import { binImage } from '#server/repositories/image-bin.ts';
import { insertImage } from '#server/repositories/images.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { type ImportSite, openImportSite, picture } from '../import/import-fixture.ts';

let site: ImportSite;

beforeEach(async () => {
  site = await openImportSite();
});
afterEach(() => site.close());

const at = (name: string) => path.join(site.root, name);
const read = (name: string) => readFileSync(at(name), 'utf8');
const files = (name = 'out') => readdirSync(at(name)).sort();

async function storePicture(alt = ''): Promise<{ url: string; original: string }> {
  const stored = await site.pictures.store(
    await picture(`#${Math.floor(Math.random() * 0xeeeeee + 0x100000).toString(16)}`),
  );
  await insertImage(site.db, stored, { now: NOW, alt, title: 'Title' });
  return { url: `/uploads/${stored.filename}`, original: stored.originalFilename };
}

test('a post is written with everything its form has', async () => {
  const { url, original } = await storePicture('A boat');
  await makePost(site, {
    title: 'On: boats — "and" seas',
    slug: 'on-boats',
    excerpt: 'One\nTwo',
    content: `![A *boat*](${url} "t")\n\nText \`${url}\` ${url}`,
    featuredImage: url,
    featured: true,
    categoryId: 2,
    tags: ['no', 'Tea'],
    metaTitle: 'Boats',
    metaDescription: '# no comment',
    readTime: 7,
    productApp: 'Sails',
    productAppUrl: 'https://x.org/',
    publishedAt: '2024-02-29T12:00:00.000Z',
  });
  expect(await site.export()).toEqual({ posts: 1, pictures: 1, missingPictures: [], removed: 0 });
  expect(files()).toEqual(['ninefold-export.json', 'on-boats.md', 'pictures']);
  expect(read('out/on-boats.md')).toBe(`---
title: 'On: boats — "and" seas'
slug: on-boats
date: "2024-02-29T12:00:00.000Z"
created: "2025-06-01T12:00:00.000Z"
updated: "2025-06-01T12:00:00.000Z"
featured: true
authors:
  - Ada
category: lifestyle
tags:
  - "no"
  - Tea
excerpt: "One\\nTwo"
image: pictures/${original}
imageAlt: A boat
metaTitle: Boats
metaDescription: "# no comment"
productApp: Sails
productAppUrl: https://x.org/
readTime: 7
---

![A *boat*](pictures/${original} "t")

Text \`${url}\` ${url}
`);
  expect(readFileSync(at(`out/pictures/${original}`))).toEqual(
    readFileSync(path.join(site.pictures.blobs.folder, 'originals', original)),
  );
});

test('drafts and scheduled posts are written, the bin is not', async () => {
  await makePost(site, { slug: 'draft', published: false, publishedAt: null });
  await makePost(site, { slug: 'later', publishedAt: new Date(NOW + DAY).toISOString() });
  await softDeletePost(site.db, (await makePost(site, { slug: 'binned' })).id, NOW);
  await site.export();
  expect(files()).toEqual(['draft.md', 'later.md', 'ninefold-export.json', 'pictures']);
  expect(read('out/draft.md')).toMatch(/^draft: true$/m);
  expect(read('out/draft.md')).not.toMatch(/^date:/m);
  expect(read('out/later.md')).toMatch(/^date: "2025-06-02T/m);
});

test('file names are plain, whatever the slugs are', async () => {
  const slugs = ['con', 'ä/../b', '..', 'x'.repeat(200), 'привет', '李', 'A', 'a'];
  for (const slug of slugs) await makePost(site, { slug });
  await site.export();
  const names = files().filter((name) => name.endsWith('.md'));
  expect(names).toHaveLength(slugs.length);
  expect(names).toEqual(
    ['a-2.md', 'a-b.md', 'a.md', 'post-2.md', 'post-3.md', 'post-con.md', 'post.md', `${'x'.repeat(150)}.md`].sort(),
  );
});

test('a folder that holds something else is left alone', async () => {
  site.write('out/letter.txt', 'Dear');
  await expect(site.export()).rejects.toThrow('no export of ours');
  expect(files()).toEqual(['letter.txt']);
});

test('an export over an earlier one takes away what is no more, and leaves what is not its own', async () => {
  const { url, original } = await storePicture();
  const { id } = await makePost(site, { slug: 'a', featuredImage: url });
  await makePost(site, { slug: 'b' });
  await site.export();
  site.write('out/notes.md', 'mine');
  site.write('out/.git/config', 'mine');
  await softDeletePost(site.db, id, NOW);
  await binImage(site.db, path.basename(url), NOW);
  expect(await site.export()).toMatchObject({ posts: 1, pictures: 0, removed: 2 });
  expect(files()).toEqual(['.git', 'b.md', 'ninefold-export.json', 'notes.md', 'pictures']);
  expect(files('out/pictures')).not.toContain(original);
});

test('where an original is gone the served picture is taken, and what is gone altogether is named', async () => {
  const first = await storePicture();
  const second = await storePicture();
  await makePost(site, { slug: 'a', featuredImage: first.url, content: `![](${second.url})` });
  rmSync(path.join(site.pictures.blobs.folder, 'originals', first.original));
  rmSync(path.join(site.pictures.blobs.folder, 'originals', second.original));
  rmSync(path.join(site.pictures.blobs.folder, 'uploads', path.basename(second.url)));
  expect(await site.export()).toMatchObject({ pictures: 1, missingPictures: [second.url] });
  expect(read('out/a.md')).toContain(`![](${second.url})`);
});

test('into an empty site an export brings the same posts, authors, categories and pictures', async () => {
  const { url } = await storePicture('A boat');
  const avatar = await storePicture('Ben');
  const ben = await insertAuthor(site.db, { name: 'Ben', email: 'ben@example.com', bio: 'Reads.', avatar: avatar.url });
  const garden = await insertCategory(site.db, {
    name: 'Garden',
    slug: 'garden',
    description: 'Green',
    color: '#0a0',
    icon: 'leaf',
  });
  await makePost(
    site,
    { slug: 'a', content: `![](${url})`, categoryId: garden.id, authorId: ben.id, tags: ['Tea'] },
    NOW - 9 * DAY,
  );
  await makePost(site, {
    slug: 'b',
    featuredImage: url,
    published: false,
    publishedAt: '2020-01-01T00:00:00.000Z',
    excerpt: '',
    content: '',
  });
  await site.export();
  const other = await openImportSite();
  try {
    const report = await other.import({ folder: at('out'), fallback: undefined });
    expect(report).toMatchObject({
      created: 2,
      skipped: [],
      lostPictures: [],
      picturesStored: 2,
      madeAuthors: ['Ben'],
    });
    const comparable = async (from: ImportSite) =>
      (await from.posts()).map(({ author, html: _, version: __, ...post }) => ({
        ...post,
        content: post.content.replace(/[0-9a-f]{24}/, 'name'),
        featuredImage: post.featuredImage?.replace(/[0-9a-f]{24}/, 'name'),
        image: post.image && { width: post.image.width, height: post.image.height },
        author: { ...author, avatar: author.avatar?.replace(/[0-9a-f]{24}/, 'name') ?? null },
      }));
    expect(await comparable(other)).toEqual(await comparable(site));
    // The other site can export and import it just as well.
    await other.export();
    expect(await other.import({ folder: path.join(other.root, 'out') })).toMatchObject({ created: 0, updated: 0 });
  } finally {
    await other.close();
  }
});
