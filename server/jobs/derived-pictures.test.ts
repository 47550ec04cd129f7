import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { HOUR, makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { insertImage } from '#server/repositories/images.ts';
import type { ShareCard } from '#server/site/share-card.ts';
import type { PictureRequest } from '#server/workers/picture-requests.ts';
import { DEFAULT_STYLE } from '#shared/kernel/post-style.ts';
import type { DerivedFile } from './derived-files.ts';
import { wantedAvif, wantedCards } from './derived-pictures.ts';

const picture = (id: string) => ({
  filename: `${id}.jpg`,
  originalFilename: `${id}.png`,
  shareFilename: `${id}-share.jpg`,
  width: 960,
  height: 9,
  size: 9,
  srcset: `/uploads/${id}-480.webp 480w, /uploads/${id}-960.webp 960w`,
});
async function listOf(files: AsyncIterable<DerivedFile>): Promise<DerivedFile[]> {
  const list: DerivedFile[] = [];
  for await (const file of files) list.push(file);
  return list;
}

test('cards are wanted for the site, its categories, and live posts that no picture stands for, the newest first', async () => {
  const blog = await openBlog();
  onTestFinished(() => blog.close());
  await insertImage(blog.db, picture('a'), { now: NOW });
  const old = await makePost(blog, { title: 'Old' });
  const pictured = await makePost(blog, { title: 'Pictured', featuredImage: '/uploads/a.jpg' });
  await makePost(blog, { title: 'Whose picture is gone', featuredImage: '/uploads/none.jpg' });
  await makePost(blog, { title: 'Pictured elsewhere', featuredImage: 'https://pictures.test/a.png' });
  const draft = await makePost(blog, { title: 'Draft', published: false });
  await makePost(blog, { title: 'Scheduled', publishedAt: new Date(NOW + HOUR).toISOString() });
  // More posts than are read at a time.
  blog.sqlite.exec(`
    with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < 599)
    insert into blog_posts (title, slug, excerpt, content, category_id, author_id, published, published_at, created_at, updated_at, read_time)
    select 'Post ' || n, 'many-' || n, excerpt, content, category_id, author_id, 1, published_at, created_at, updated_at, 1
    from numbers, blog_posts where title = 'Old' order by n`);
  const drawn: ShareCard[] = [];
  const cards = { nameOf: (card: ShareCard) => card.title, draw: async (card: ShareCard) => void drawn.push(card) };
  const settings = {
    get: async () => ({
      siteName: 'Blog',
      tagline: 'On tea',
      contact: { support: '', partnerships: '', submissions: '' },
      postPictures: DEFAULT_STYLE.pictures,
      postEmphasis: DEFAULT_STYLE.emphasis,
      modelNote: 'hide' as const,
      termsPlaceholders: [],
    }),
  };
  const options = { db: blog.db, clock: { now: () => NOW }, settings, cards };
  const files = await listOf(wantedCards(options));
  const titles = files.map(({ name }) => name);
  expect(titles.slice(0, 4)).toEqual(['Blog', 'Technology', 'Lifestyle', 'Post 599']);
  expect(titles.slice(-3)).toEqual(['Post 0', 'Whose picture is gone', 'Old']);
  expect(titles).toHaveLength(605);
  expect([files[0]?.id, files.at(-1)?.id]).toEqual([undefined, old.id]);
  await files[3]?.make();
  expect(drawn).toMatchObject([
    { title: 'Post 599', label: 'Technology', siteName: 'Blog', category: { icon: 'cpu' } },
  ]);
  const some = await listOf(wantedCards(options, [old.id, pictured.id, draft.id]));
  expect(some.map(({ name }) => name)).toEqual(['Old']);
});

test('AVIF is wanted of every width of every picture, the newest first, or of the pictures with these ids', async () => {
  const { db, close } = await openBlog();
  onTestFinished(() => close());
  for (const id of ['a', 'b']) await insertImage(db, picture(id), { now: NOW });
  const asked: PictureRequest[] = [];
  const make = async (request: PictureRequest) => {
    asked.push(request);
    writeFileSync(request.file, 'the AVIF');
  };
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-avif-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const blobs = folderBlobs(folder);
  for (const key of ['originals/b.png', 'uploads/b-960.webp']) await blobs.put(key, Buffer.from(key));
  const options = { db, blobs, pictures: { make }, onCopy: () => {} };
  const files = await listOf(wantedAvif(options));
  expect(files.map(({ name }) => name)).toEqual(['b-480.avif', 'b-960.avif', 'a-480.avif', 'a-960.avif']);
  await files[1]?.make();
  expect(asked).toEqual([
    {
      what: 'avif',
      original: path.join(folder, 'originals/b.png'),
      webp: path.join(folder, 'uploads/b-960.webp'),
      width: 960,
      file: expect.stringMatching(/\.partial$/),
    },
  ]);
  expect(readdirSync(path.join(folder, 'avif'))).toEqual(['b-960.avif']);
  await expect(files[3]?.make()).rejects.toThrow('originals/a.png is not there');
  const some = await listOf(wantedAvif(options, [1, 99]));
  expect(some.map(({ name, id }) => [name, id])).toEqual([
    ['a-480.avif', 1],
    ['a-960.avif', 1],
  ]);
});

test('AVIF is wanted of all of many pictures, though they are read some at a time', async () => {
  const { db, close } = await openBlog();
  onTestFinished(() => close());
  const ids = [...Array(401).keys()].map((number) => `picture-${number}`);
  for (const id of ids) await insertImage(db, picture(id), { now: NOW });
  // Nothing is read from this folder or written to it.
  const blobs = folderBlobs(path.join(tmpdir(), 'ninefold-avif-none'));
  const files = await listOf(wantedAvif({ db, blobs, pictures: { make: async () => {} }, onCopy: () => {} }));
  const wanted = ids.toReversed().flatMap((id) => [`${id}-480.avif`, `${id}-960.avif`]);
  expect(files.map(({ name }) => name)).toEqual(wanted);
});
