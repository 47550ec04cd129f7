import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { makePost, NOW, openBlog } from '../blog-fixture.ts';
import { embedsInUse } from '../embeds.ts';
import { softDeletePost } from './post-bin.ts';
import { postsWithOldHtml, setHtml } from './post-html.ts';
import { updatePost } from './post-writes.ts';
import { addViews, findById, findBySlug, isPostLive, isSlugTaken } from './posts.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const at = (time: number) => new Date(time).toISOString();
const all = { kind: 'all', now: NOW } as const;
const live = { kind: 'live', now: NOW } as const;

test('what is not live exists for no reader, by id or by slug', async () => {
  const draft = await makePost(blog, { slug: 'draft', published: false });
  const scheduled = await makePost(blog, { slug: 'scheduled', publishedAt: at(NOW + 1) });
  for (const { id, slug } of [draft, scheduled]) {
    expect(await findById(blog.db, id, live)).toBeNull();
    expect(await findBySlug(blog.db, slug, live)).toBeNull();
    expect(await isPostLive(blog.db, id, NOW)).toBe(false);
    expect(await findBySlug(blog.db, slug, all)).toMatchObject({ id });
  }
  expect(await isPostLive(blog.db, scheduled.id, NOW + 1)).toBe(true);
});

test.each(['', "' or 1=1 --", '\u0000', '\ud800', '__proto__', 'x'.repeat(5000)])(
  'a slug no post has is null: %j',
  async (slug) => {
    await makePost(blog);
    expect(await findBySlug(blog.db, slug, all)).toBeNull();
    expect(await isSlugTaken(blog.db, slug)).toBe(false);
  },
);

test('a slug in the bin is not taken', async () => {
  const { id, slug } = await makePost(blog);
  expect(await isSlugTaken(blog.db, slug)).toBe(true);
  await softDeletePost(blog.db, id, NOW);
  expect(await isSlugTaken(blog.db, slug)).toBe(false);
});

test('views add up and touch nothing else; ids nobody has are passed over', async () => {
  const a = await makePost(blog, { slug: 'a' });
  const b = await makePost(blog, { slug: 'b' });
  const slugs = await addViews(
    blog.db,
    new Map([
      [a.id, 2],
      [999, 1],
      [b.id, 1],
    ]),
  );
  expect(slugs).toEqual(['a', 'b']);
  await addViews(blog.db, new Map([[a.id, 3]]));
  expect(await findById(blog.db, a.id, all)).toEqual({ ...a, views: 5 });
});

test('posts of an older or a newer pipeline are rendered again, unless they changed meanwhile', async () => {
  const old = await makePost(blog, { content: 'old' });
  const changed = await makePost(blog);
  expect(await postsWithOldHtml(blog.db, 1, 10)).toEqual([]);
  const stale = await postsWithOldHtml(blog.db, 2, 10);
  expect(stale.map((post) => post.id)).toEqual([changed.id, old.id]);
  expect(await postsWithOldHtml(blog.db, 0, 1)).toHaveLength(1);

  await updatePost(blog.db, changed.id, { title: 'Changed' }, { now: NOW });
  const rendered = { html: '<p>new</p>', htmlVersion: 2, text: 'new', embeds: ['youtube' as const] };
  const results = [];
  for (const post of stale) results.push(await setHtml(blog.db, post, rendered));
  expect(results).toEqual([false, true]);
  expect(await findById(blog.db, old.id, all)).toEqual({ ...old, html: '<p>new</p>' });
  expect((await postsWithOldHtml(blog.db, 2, 10)).map((post) => post.id)).toEqual([changed.id]);
});

test('embeds in use are those of live posts', async () => {
  const post = await makePost(blog);
  const draft = await makePost(blog, { published: false });
  const rendered = (embeds: ('youtube' | 'twitter' | 'vimeo')[]) => ({ html: '', htmlVersion: 1, text: '', embeds });
  await setHtml(blog.db, post, rendered(['youtube', 'twitter']));
  await setHtml(blog.db, draft, rendered(['vimeo']));
  expect([...(await embedsInUse(blog.db, NOW))].sort()).toEqual(['twitter', 'youtube']);
});
