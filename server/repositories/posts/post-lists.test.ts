import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { renderContent } from '#shared/content/pipeline.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { PostSort } from '#shared/contract/posts/posts.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { DEFAULT_STYLE, POST_PICTURES } from '#shared/kernel/post-style.ts';
import { insertAuthor } from '../authors.ts';
import { DAY, HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { softDeletePost } from './post-bin.ts';
import { countPosts, listPosts, liveAddresses, type PostFilter } from './post-lists.ts';
import type { PostOrder } from './post-order.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const live = { kind: 'live', now: NOW } as const;
const all = { kind: 'all', now: NOW } as const;
const at = (time: number) => new Date(time).toISOString();
const make = (fields: Partial<PostFields> = {}, now = NOW) => makePost(blog, fields, now);
const slugs = async (filter: PostFilter & PostOrder) =>
  (await listPosts(blog.db, filter)).items.map((post) => post.slug);

/** Makes one post of each state; the slug names the state. */
async function makeOneOfEach() {
  await make({ slug: 'live' });
  await make({ slug: 'draft', published: false });
  await make({ slug: 'scheduled', publishedAt: at(NOW + HOUR) });
  const { id } = await make({ slug: 'deleted' });
  await softDeletePost(blog.db, id, NOW);
}

describe('who sees what', () => {
  test('readers see live posts only, in lists, counts and the sitemap', async () => {
    await makeOneOfEach();
    expect(await slugs({ scope: live })).toEqual(['live']);
    expect(await countPosts(blog.db, { scope: live })).toBe(1);
    expect((await liveAddresses(blog.db, NOW)).map((row) => row.slug)).toEqual(['live']);
  });

  test.each(['draft', 'scheduled', 'deleted', 'published'] as const)(
    'no status a reader asks for (%s) shows more',
    async (status) => {
      await makeOneOfEach();
      const shown = await slugs({ scope: live, status });
      expect(shown.filter((slug) => slug !== 'live')).toEqual([]);
      expect(await slugs({ scope: live, published: false })).toEqual([]);
    },
  );

  test('a scheduled post appears at its millisecond', async () => {
    await make({ slug: 'due', publishedAt: at(NOW + HOUR) });
    expect(await slugs({ scope: { kind: 'live', now: NOW + HOUR - 1 } })).toEqual([]);
    expect(await slugs({ scope: { kind: 'live', now: NOW + HOUR } })).toEqual(['due']);
  });

  test('the owner sees everything outside the bin, and each state by its name', async () => {
    await makeOneOfEach();
    expect(await slugs({ scope: all })).toEqual(['scheduled', 'draft', 'live']);
    expect(await slugs({ scope: all, status: 'published' })).toEqual(['live']);
    expect(await slugs({ scope: all, status: 'draft' })).toEqual(['draft']);
    expect(await slugs({ scope: all, status: 'scheduled' })).toEqual(['scheduled']);
    expect(await slugs({ scope: all, status: 'deleted' })).toEqual(['deleted']);
    expect(await slugs({ scope: all, published: true })).toEqual(['live']);
    expect(await slugs({ scope: all, published: false })).toEqual(['scheduled', 'draft']);
  });
});

describe('filters', () => {
  test('featured filters both ways', async () => {
    await make({ slug: 'plain' });
    await make({ slug: 'starred', featured: true });
    expect(await slugs({ scope: live, featured: true })).toEqual(['starred']);
    expect(await slugs({ scope: live, featured: false })).toEqual(['plain']);
  });

  test('with and without a featured picture', async () => {
    await make({ slug: 'bare', published: false, content: '![](/uploads/a.jpg)' });
    await make({ slug: 'shown', featuredImage: '/uploads/a.jpg' });
    expect(await slugs({ scope: all, pictured: false })).toEqual(['bare']);
    expect(await slugs({ scope: all, pictured: true })).toEqual(['shown']);
    expect(await slugs({ scope: all, pictured: false, status: 'published' })).toEqual([]);
  });

  test('a category is named by its slug; one there is not has no posts', async () => {
    await make({ slug: 'tech' });
    await make({ slug: 'life', categoryId: 2 });
    expect(await slugs({ scope: live, categorySlug: 'lifestyle' })).toEqual(['life']);
    expect(await slugs({ scope: live, categorySlug: 'nothing' })).toEqual([]);
  });

  test('a tag is named by its slug or its name', async () => {
    await make({ slug: 'a', tags: ['Crème Brûlée'] });
    await make({ slug: 'b', tags: ['C'] });
    await make({ slug: 'c', tags: ['C++'] });
    expect(await slugs({ scope: live, tag: 'creme-brulee' })).toEqual(['a']);
    expect(await slugs({ scope: live, tag: 'CREME  brûlée' })).toEqual(['a']);
    expect(await slugs({ scope: live, tag: 'c++' })).toEqual(['c']);
    expect(await slugs({ scope: live, tag: '' })).toEqual([]);
  });

  test('q asks for all words, the last as a beginning; a blank q asks for nothing', async () => {
    await make({ slug: 'a', title: 'Bread for beginners' });
    await make({ slug: 'b', content: 'No bread today.' });
    expect(await slugs({ scope: live, q: 'bread' })).toEqual(['b', 'a']);
    expect(await slugs({ scope: live, q: 'BREAD begin' })).toEqual(['a']);
    expect(await slugs({ scope: live, q: '  ' })).toEqual(['b', 'a']);
    expect(await slugs({ scope: live, q: '***' })).toEqual([]);
  });

  test('the owner finds words of drafts and of the bin', async () => {
    await make({ slug: 'draft', published: false, title: 'Zeppelin' });
    const { id } = await make({ slug: 'gone', title: 'Zeppelin too' });
    await softDeletePost(blog.db, id, NOW);
    expect(await slugs({ scope: all, q: 'zeppelin' })).toEqual(['draft']);
    expect(await slugs({ scope: all, q: 'zeppelin', status: 'deleted' })).toEqual(['gone']);
    expect(await slugs({ scope: live, q: 'zeppelin' })).toEqual([]);
  });

  test('a slug has one post, or none; in the bin it is free', async () => {
    await makeOneOfEach();
    expect(await slugs({ scope: all, slug: 'draft' })).toEqual(['draft']);
    expect(await slugs({ scope: live, slug: 'draft' })).toEqual([]);
    expect(await slugs({ scope: all, slug: 'deleted' })).toEqual([]);
    expect(await slugs({ scope: all, slug: 'none' })).toEqual([]);
  });

  test('filters together', async () => {
    await make({ slug: 'both', featured: true, tags: ['x'], categoryId: 2, title: 'Word' });
    await make({ slug: 'tag', tags: ['x'], categoryId: 2, title: 'Word' });
    await make({ slug: 'star', featured: true, categoryId: 2, title: 'Word' });
    expect(await slugs({ scope: live, featured: true, tag: 'x', categorySlug: 'lifestyle', q: 'word' })).toEqual([
      'both',
    ]);
  });

  const hostile = [
    `' or 1=1 --`,
    `'; drop table blog_posts; --`,
    `") union select password from admin_users --`,
    'technology%',
    '_',
    '\u0000',
    '\ud800',
    'a\u202eb',
    '🎉',
    'İ',
    'x'.repeat(10_000),
    `"`,
    'NEAR(a b)',
    'title:a',
    'a AND OR NOT',
    '(((',
    '-a',
    '^a',
    'a*b*',
  ];
  test.each(hostile)('no filter is SQL or a search expression: %j', async (text) => {
    await make();
    for (const key of ['categorySlug', 'tag', 'q'] as const) {
      expect(await slugs({ scope: live, [key]: text })).toEqual([]);
    }
    expect(await slugs({ scope: live })).toHaveLength(1);
  });
});

describe('order and pages', () => {
  test('newest first by publication for readers, by creation for the owner, by deletion in the bin', async () => {
    const a = await make({ slug: 'a', publishedAt: at(NOW - 3 * HOUR) }, NOW - DAY);
    const b = await make({ slug: 'b', publishedAt: at(NOW - 5 * HOUR) }, NOW);
    expect(await slugs({ scope: live })).toEqual(['a', 'b']);
    expect(await slugs({ scope: all })).toEqual(['b', 'a']);
    await softDeletePost(blog.db, b.id, NOW + 1);
    await softDeletePost(blog.db, a.id, NOW + 2);
    expect(await slugs({ scope: all, status: 'deleted' })).toEqual(['a', 'b']);
  });

  async function makeSeven() {
    // Three posts have the same millisecond, so that ids must decide their order.
    for (const [index, hour] of [1, 2, 2, 2, 3, 4, 5].entries()) {
      await make({ slug: `p${index}`, publishedAt: at(NOW - hour * HOUR) });
    }
    return ['p0', 'p3', 'p2', 'p1', 'p4', 'p5', 'p6'];
  }

  test('cursors lead through the whole list, each post once; the total is of the whole list', async () => {
    const expected = await makeSeven();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listPosts(blog.db, { scope: live, limit: 2, cursor });
      expect(page.total).toBe(7);
      seen.push(...page.items.map((post) => post.slug));
      cursor = page.next ?? undefined;
    } while (cursor);
    expect(seen).toEqual(expected);
  });

  test('a post published meanwhile does not shift the pages a cursor leads to', async () => {
    const expected = await makeSeven();
    const first = await listPosts(blog.db, { scope: live, limit: 3 });
    await make({ slug: 'new' });
    const second = await listPosts(blog.db, { scope: live, limit: 3, cursor: first.next ?? '' });
    expect(second.items.map((post) => post.slug)).toEqual(expected.slice(3, 6));
  });

  test('pages by number; a cursor wins over a number; beyond the end is an empty page', async () => {
    const expected = await makeSeven();
    const page = async (number: number, cursor?: string) => {
      const { items } = await listPosts(blog.db, { scope: live, limit: 3, page: number, cursor });
      return items.map((post) => post.slug);
    };
    expect(await page(2)).toEqual(expected.slice(3, 6));
    expect(await page(3)).toEqual(expected.slice(6));
    expect(await page(4)).toEqual([]);
    const { next } = await listPosts(blog.db, { scope: live, limit: 3 });
    expect(await page(1, next ?? '')).toEqual(expected.slice(3, 6));
  });

  test('without a limit all come at once; the last page has no next', async () => {
    await makeSeven();
    const whole = await listPosts(blog.db, { scope: live });
    expect([whole.items.length, whole.next]).toEqual([7, null]);
    expect((await listPosts(blog.db, { scope: live, limit: 7 })).next).toBeNull();
    expect((await listPosts(blog.db, { scope: live, limit: 6 })).next).not.toBeNull();
  });

  describe('the owner’s orders', () => {
    beforeEach(async () => {
      const { id } = await insertAuthor(blog.db, { name: 'zoe', email: 'zoe@example.org', bio: '', avatar: null });
      await make(
        { slug: 'one', title: 'banana', authorId: id, categoryId: 2, publishedAt: at(NOW - 2 * HOUR) },
        NOW - 3,
      );
      await make({ slug: 'two', title: 'Apple', authorId: id, categoryId: 1, publishedAt: at(NOW - HOUR) }, NOW - 2);
      await make({ slug: 'three', title: 'cherry', categoryId: 2, published: false, publishedAt: null }, NOW - 1);
      await blog.db.updateTable('blog_posts').set({ views: 9 }).where('slug', '=', 'one').execute();
      await blog.db.updateTable('blog_posts').set({ views: 10 }).where('slug', '=', 'two').execute();
    });

    test.each<[PostSort, string[]]>([
      ['created', ['three', 'two', 'one']],
      ['updated', ['three', 'two', 'one']],
      ['published', ['two', 'one', 'three']],
      ['title', ['two', 'one', 'three']],
      ['views', ['two', 'one', 'three']],
      ['author', ['three', 'one', 'two']],
      ['category', ['one', 'three', 'two']],
      ['relevance', ['three', 'two', 'one']],
    ])('by %s, in both directions, on every page', async (sort, expected) => {
      const walk = async (direction?: 'asc' | 'desc') => {
        const seen: string[] = [];
        for (let cursor: string | undefined, first = true; first || cursor; first = false) {
          const page = await listPosts(blog.db, { scope: all, sort, direction, limit: 1, cursor });
          seen.push(...page.items.map(({ slug }) => slug));
          cursor = page.next ?? undefined;
        }
        return seen;
      };
      expect(await walk()).toEqual(expected);
      expect((await walk('asc')).toReversed()).toEqual(await walk('desc'));
    });

    test('the best match first among the posts that were found, under every other filter', async () => {
      const ids = new Map((await listPosts(blog.db, { scope: all })).items.map(({ slug, id }) => [slug, id]));
      const among = ['three', 'one', 'two'].map((slug) => ids.get(slug) ?? 0);
      expect(await slugs({ scope: all, among, sort: 'relevance' })).toEqual(['three', 'one', 'two']);
      expect(await slugs({ scope: all, among: among.slice(1), sort: 'title' })).toEqual(['two', 'one']);
      expect(await slugs({ scope: all, among, sort: 'relevance', status: 'published' })).toEqual(['one', 'two']);
      expect(await slugs({ scope: all, among: [], sort: 'relevance' })).toEqual([]);
    });
  });

  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    '',
    'garbage',
    '\ud800',
    forged(null),
    forged([]),
    forged(['2025-06-01T00:00:00.000Z']),
    forged(['2025-06-01T00:00:00.000Z', 0]),
    forged(['2025-06-01T00:00:00.000Z', '1 or 1=1']),
    forged(["' or 1=1 --", 1]),
    forged({ at: '2025-06-01T00:00:00.000Z', id: 1, length: 2 }),
    forged([['2025-06-01T00:00:00.000Z'], 1]),
  ])('a cursor that is none of ours is invalid_input: %j', async (cursor) => {
    const error: unknown = await listPosts(blog.db, { scope: live, limit: 2, cursor }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'invalid_input', issues: [{ path: 'cursor' }] });
  });
});

describe('what a summary holds', () => {
  test('category, author, tags and the size of a picture of ours, for a whole page in few queries', async () => {
    await blog.db
      .insertInto('images')
      .values({
        filename: 'a.jpg',
        original_filename: 'a.jpg',
        share_filename: 's.jpg',
        width: 960,
        height: 540,
        size: 1,
        srcset: '/uploads/a-480.webp 480w',
        created_at: at(NOW),
      })
      .execute();
    await make({ slug: 'own', featuredImage: '/uploads/a.jpg', tags: ['B', 'a'] });
    await make({ slug: 'foreign', featuredImage: 'https://example.org/uploads/a.jpg' });
    await make({ slug: 'lost', featuredImage: '/uploads/b.jpg', categoryId: 2 });
    const { items } = await listPosts(blog.db, { scope: live });
    const bySlug = Object.fromEntries(items.map((post) => [post.slug, post]));
    expect(bySlug.own).toMatchObject({
      image: { width: 960, height: 540, srcset: '/uploads/a-480.webp 480w' },
      tags: ['B', 'a'],
      tagList: [
        { name: 'B', slug: 'b' },
        { name: 'a', slug: 'a' },
      ],
      category: { slug: 'technology' },
      author: { name: 'Ada', bio: '', avatar: null },
    });
    expect(bySlug.foreign).toMatchObject({ image: null, tags: [] });
    expect(bySlug.lost).toMatchObject({ image: null, category: { slug: 'lifestyle' } });
    expect(items[0]).not.toHaveProperty('content');
    expect(JSON.stringify(items)).not.toContain('ada@example.com');
  });

  test.each(POST_PICTURES)(
    'for readers the first picture of its text (%s), where it has no other and that is fit for a cover',
    async (style) => {
      const pictures = { wide: [960, 540], small: [255, 200], column: [600, 1600] } as const;
      for (const [name, [width, height]] of Object.entries(pictures)) {
        const filename = `${name}.jpg`;
        const names = { filename, original_filename: filename, share_filename: `${name}-share.jpg` };
        const srcset = `/uploads/${name}-480.webp 480w`;
        await blog.db
          .insertInto('images')
          .values({ ...names, width, height, srcset, size: 1, created_at: at(NOW) })
          .execute();
        const { id } = await make({ slug: name });
        const text = `Words.\n\n[![](/uploads/cover.jpg)](https://example.org/)\n\n![](/uploads/${filename})\n\n![](/uploads/wide.jpg)`;
        const { html } = renderContent(text, { style: { ...DEFAULT_STYLE, pictures: style } });
        await blog.db.updateTable('blog_posts').set({ html }).where('id', '=', id).execute();
      }
      await make({ slug: 'words-alone' });
      const imagesFor = async (scope: PostFilter['scope']) =>
        Object.fromEntries((await listPosts(blog.db, { scope })).items.map(({ slug, image }) => [slug, image]));
      const wide = { width: 960, height: 540, srcset: '/uploads/wide-480.webp 480w' };
      expect(await imagesFor(live)).toEqual({ wide, small: null, column: null, 'words-alone': null });
      expect((await imagesFor({ ...live, kind: 'all' })).wide).toBeNull();
    },
  );
});
