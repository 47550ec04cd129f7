import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { DAY, HOUR, makePost, NOW, openBlog, postValues } from '../blog-fixture.ts';
import { findRedirect } from '../redirects.ts';
import { createSearch } from '../search/search-index.ts';
import { oldestInBin, purgeFromBin, softDeletePost, undelete } from './post-bin.ts';
import { insertPost, type PostChanges, updatePost } from './post-writes.ts';
import { findById, findBySlug } from './posts.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const at = (time: number) => new Date(time).toISOString();
const all = { kind: 'all', now: NOW } as const;
const live = { kind: 'live', now: NOW } as const;
const update = (id: number, changes: PostChanges, now = NOW, expectedVersion?: number) =>
  updatePost(blog.db, id, changes, { now, edited: { version: expectedVersion } });
const text = (content: string) => ({ content, html: `<p>${content}</p>`, htmlVersion: 2, text: content, embeds: [] });
const count = (table: 'blog_posts' | 'post_revisions' | 'post_tags' | 'tags' | 'redirects') =>
  blog.sqlite.prepare(`select count(*) from ${table}`).pluck().get();

describe('a new post', () => {
  test('answers as it was stored', async () => {
    const fields = {
      title: 'İstanbul 🎉 <b>"quoted"</b>',
      slug: 'istanbul',
      excerpt: 'a\u202eb',
      content: "Robert'); DROP TABLE blog_posts;--",
      featuredImage: 'https://example.org/a.jpg',
      featured: true,
      readTime: 9,
      metaTitle: 'm',
      metaDescription: 'd',
      productApp: 'p',
      productAppUrl: 'https://example.org',
      tags: ['one', 'two'],
    };
    const post = await makePost(blog, { ...fields, publishedAt: '2025-01-02T03:04:05Z' });
    expect(post).toMatchObject({
      ...fields,
      published: true,
      publishedAt: '2025-01-02T03:04:05.000Z',
      createdAt: at(NOW),
      updatedAt: at(NOW),
      deletedAt: null,
      version: 1,
      views: 0,
      html: `<p>${fields.content}</p>`,
    });
    expect(await findById(blog.db, post.id, all)).toEqual(post);
    expect(await findBySlug(blog.db, 'istanbul', all)).toEqual(post);
  });

  test('author 0 and none are the first author; empty texts are none', async () => {
    await blog.db.insertInto('authors').values({ name: 'Bob', slug: 'bob', email: 'bob@example.com' }).execute();
    expect((await makePost(blog, { authorId: 0 })).author.name).toBe('Ada');
    expect((await makePost(blog, { authorId: 2 })).author.name).toBe('Bob');
    expect(await makePost(blog, { metaTitle: '', featuredImage: '' })).toMatchObject({
      metaTitle: null,
      featuredImage: null,
    });
  });

  test.each([{ categoryId: 99 }, { authorId: 99 }])('%o that does not exist is invalid_input', async (wrong) => {
    const failing = makePost(blog, wrong);
    await expect(failing).rejects.toMatchObject({ code: 'invalid_input', issues: [{ path: Object.keys(wrong)[0] }] });
    expect(count('blog_posts')).toBe(0);
  });

  test('a taken slug is slug_taken and nothing is stored, not even its tags', async () => {
    await makePost(blog, { slug: 'a' });
    await expect(makePost(blog, { slug: 'a', tags: ['new'] })).rejects.toMatchObject({
      code: 'slug_taken',
      status: 409,
    });
    expect([count('blog_posts'), count('tags')]).toEqual([1, 0]);
  });

  test('of two at once with one slug, one wins and the other is told', async () => {
    const both = await Promise.allSettled([makePost(blog, { slug: 'a' }), makePost(blog, { slug: 'a' })]);
    expect(both.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find((result) => result.status === 'rejected')).toMatchObject({ reason: { code: 'slug_taken' } });
  });

  test('can be part of a larger transaction', async () => {
    const failing = inTransaction(blog.db, async (trx) => {
      await insertPost(trx, postValues({ tags: ['x'] }), NOW);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([count('blog_posts'), count('tags')]).toEqual([0, 0]);
  });
});

describe('the date of publication', () => {
  test('is set at first publication when absent, and kept', async () => {
    const draft = await makePost(blog, { published: false, publishedAt: null });
    expect(draft.publishedAt).toBeNull();
    const first = await update(draft.id, { published: true }, NOW + HOUR);
    expect(first.publishedAt).toBe(at(NOW + HOUR));
    await update(draft.id, { published: false }, NOW + 2 * HOUR);
    const again = await update(draft.id, { published: true, publishedAt: null }, NOW + 3 * HOUR);
    expect(again.publishedAt).toBe(at(NOW + HOUR));
  });

  test('that is still to come is taken back by null', async () => {
    const scheduled = await makePost(blog, { publishedAt: at(NOW + DAY) });
    expect((await update(scheduled.id, { publishedAt: null })).publishedAt).toBe(at(NOW));
    const draft = await makePost(blog, { published: false, publishedAt: at(NOW + DAY) });
    expect((await update(draft.id, { publishedAt: null })).publishedAt).toBeNull();
  });
});

describe('a change', () => {
  test('touches what it names and nothing else, and counts the version up', async () => {
    const before = await makePost(blog, { tags: ['a'], metaTitle: 'm', featured: true });
    const after = await update(before.id, { title: 'New' }, NOW + HOUR);
    expect(after).toEqual({ ...before, title: 'New', version: 2, updatedAt: at(NOW + HOUR) });
  });

  test('of the text that readers had is dated, and nothing else is', async () => {
    const { id, content } = await makePost(blog);
    const dateAfter = async (changes: PostChanges, now: number) => (await update(id, changes, now)).contentUpdatedAt;
    expect(await dateAfter({ title: 'New', ...text(content) }, NOW + HOUR)).toBeNull();
    expect(await dateAfter(text('Fresh'), NOW + 2 * HOUR)).toBe(at(NOW + 2 * HOUR));
    expect(await dateAfter({ title: 'Newer' }, NOW + 3 * HOUR)).toBe(at(NOW + 2 * HOUR));
    expect(await dateAfter({ published: false }, NOW + 4 * HOUR)).toBe(at(NOW + 2 * HOUR));
    expect(await dateAfter({ ...text('While it was away'), published: true }, NOW + 5 * HOUR)).toBe(at(NOW + 5 * HOUR));
  });

  test.each([{ published: false }, { publishedAt: at(NOW + DAY) }])(
    'of a text nobody had read, %j, is not dated',
    async (fields) => {
      const { id } = await makePost(blog, fields);
      expect((await update(id, text('Fresh'))).contentUpdatedAt).toBeNull();
      const live = { published: true, publishedAt: at(NOW - 9 * DAY) };
      expect((await update(id, { ...text('Fresher'), ...live })).contentUpdatedAt).toBeNull();
    },
  );

  test('of the text brings its HTML with it', async () => {
    const { id } = await makePost(blog);
    expect(await update(id, text('Fresh'))).toMatchObject({ content: 'Fresh', html: '<p>Fresh</p>' });
  });

  test('of tags replaces them, and empties with an empty list', async () => {
    const { id } = await makePost(blog, { tags: ['a', 'b'] });
    expect((await update(id, { tags: ['c', 'a'] })).tags).toEqual(['c', 'a']);
    expect((await update(id, { tags: [] })).tags).toEqual([]);
  });

  test('of an empty text empties the field', async () => {
    const { id } = await makePost(blog, { metaTitle: 'm', featuredImage: '/uploads/a.jpg', productApp: 'p' });
    expect(await update(id, { metaTitle: '', featuredImage: null, productApp: '' })).toMatchObject({
      metaTitle: null,
      featuredImage: null,
      productApp: null,
    });
  });

  test('keeps the version before it, whole', async () => {
    const before = await makePost(blog, { tags: ['a'], content: 'Old' });
    await update(before.id, { title: 'New', ...text('New'), tags: [] });
    const row = blog.sqlite.prepare('select * from post_revisions').get();
    expect(row).toMatchObject({ post_id: before.id, version: 1, title: before.title, content: 'Old' });
  });

  test('to a version that is not the present one is post_conflict with the stored post, and changes nothing', async () => {
    const { id } = await makePost(blog);
    const current = await update(id, { title: 'Theirs' }, NOW, 1);
    await expect(update(id, { title: 'Mine' }, NOW, 1)).rejects.toMatchObject({ code: 'post_conflict', current });
    expect(await findById(blog.db, id, all)).toEqual(current);
    expect(count('post_revisions')).toBe(1);
  });

  test('of two at once to the same version, one wins and the other conflicts', async () => {
    const { id } = await makePost(blog);
    const both = await Promise.allSettled([update(id, { title: 'A' }, NOW, 1), update(id, { title: 'B' }, NOW, 1)]);
    expect(both[0]).toMatchObject({ status: 'fulfilled', value: { title: 'A' } });
    expect(both[1]).toMatchObject({ status: 'rejected', reason: { code: 'post_conflict', current: { title: 'A' } } });
  });

  test("to another's slug is slug_taken and keeps no revision", async () => {
    await makePost(blog, { slug: 'a' });
    const { id } = await makePost(blog, { slug: 'b' });
    await expect(update(id, { slug: 'a' })).rejects.toMatchObject({ code: 'slug_taken' });
    expect(count('post_revisions')).toBe(0);
  });

  test.each([[404], [-1], [Number.MAX_SAFE_INTEGER]])(
    'of a post that is not there (%i) is post_not_found',
    async (id) => {
      await expect(update(id, { title: 'x' })).rejects.toMatchObject({ code: 'post_not_found' });
    },
  );

  test('fields that are no columns are not written', async () => {
    const { id } = await makePost(blog);
    const sneaky = {
      title: 'x',
      views: 99,
      id: 7,
      createdAt: at(0),
      version: 50,
      deletedAt: at(0),
    };
    expect(await update(id, sneaky)).toMatchObject({ id, views: 0, version: 2, createdAt: at(NOW), deletedAt: null });
  });
});

describe('old addresses', () => {
  test('the slug a live post had leads to it, whatever it is called since', async () => {
    const { id } = await makePost(blog, { slug: 'a' });
    await update(id, { slug: 'b' });
    await update(id, { slug: 'c' });
    expect(await findRedirect(blog.db, 'a', NOW)).toBe('c');
    expect(await findRedirect(blog.db, 'b', NOW)).toBe('c');
    expect(await findRedirect(blog.db, 'c', NOW)).toBeNull();
  });

  test('a draft or a post still to come leaves none', async () => {
    const draft = await makePost(blog, { slug: 'a', published: false });
    const scheduled = await makePost(blog, { slug: 'b', publishedAt: at(NOW + HOUR) });
    await update(draft.id, { slug: 'a2' });
    await update(scheduled.id, { slug: 'b2' });
    expect(count('redirects')).toBe(0);
  });

  test('a post that takes the slug itself, new, renamed or out of the bin, ends the redirect', async () => {
    const { id } = await makePost(blog, { slug: 'a' });
    await update(id, { slug: 'b' });
    const other = await makePost(blog, { slug: 'a' });
    expect(await findRedirect(blog.db, 'a', NOW)).toBeNull();
    await update(other.id, { slug: 'z' });
    expect(await findRedirect(blog.db, 'a', NOW)).toBe('z');
    await update(id, { slug: 'a' });
    expect(await findRedirect(blog.db, 'a', NOW)).toBeNull();
    await softDeletePost(blog.db, id, NOW);
    await update(other.id, { slug: 'a' });
    await update(other.id, { slug: 'y' });
    await undelete(blog.db, id, NOW);
    expect(await findRedirect(blog.db, 'a', NOW)).toBeNull();
  });

  test('two posts may swap slugs, each in its turn', async () => {
    const a = await makePost(blog, { slug: 'a' });
    const b = await makePost(blog, { slug: 'b' });
    await update(a.id, { slug: 'c' });
    await update(b.id, { slug: 'a' });
    await update(a.id, { slug: 'b' });
    expect((await findBySlug(blog.db, 'a', live))?.id).toBe(b.id);
    expect((await findBySlug(blog.db, 'b', live))?.id).toBe(a.id);
    expect(await findRedirect(blog.db, 'a', NOW)).toBeNull();
    expect(await findRedirect(blog.db, 'b', NOW)).toBeNull();
  });

  test('what is not live is led to by none', async () => {
    const { id } = await makePost(blog, { slug: 'a' });
    await update(id, { slug: 'b' });
    await update(id, { published: false });
    expect(await findRedirect(blog.db, 'a', NOW)).toBeNull();
  });
});

describe('the bin', () => {
  test('takes a post from every reader and every address', async () => {
    const { id } = await makePost(blog, { slug: 'a' });
    await softDeletePost(blog.db, id, NOW);
    expect(await findById(blog.db, id, live)).toBeNull();
    expect(await findBySlug(blog.db, 'a', all)).toBeNull();
    expect(await findById(blog.db, id, all)).toMatchObject({ deletedAt: at(NOW) });
    await expect(update(id, { title: 'x' })).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(softDeletePost(blog.db, id, NOW)).rejects.toMatchObject({ code: 'post_not_found' });
  });

  test('does not hold the slug; out of it again, slug_taken when another has it', async () => {
    const { id } = await makePost(blog, { slug: 'a' });
    await softDeletePost(blog.db, id, NOW);
    const other = await makePost(blog, { slug: 'a' });
    await expect(undelete(blog.db, id, NOW)).rejects.toMatchObject({ code: 'slug_taken' });
    await update(other.id, { slug: 'b' });
    await undelete(blog.db, id, NOW);
    expect(await findById(blog.db, id, all)).toMatchObject({ id, slug: 'a', deletedAt: null });
    await expect(undelete(blog.db, id, NOW)).rejects.toMatchObject({ code: 'post_not_found' });
  });

  test('may hold several posts of one slug', async () => {
    for (let number = 0; number < 3; number += 1) {
      const { id } = await makePost(blog, { slug: 'a' });
      await softDeletePost(blog.db, id, NOW);
    }
    expect(count('blog_posts')).toBe(3);
  });

  test('is emptied of what went in before a time, with everything that hangs on it', async () => {
    const old = await makePost(blog, { slug: 'a', tags: ['x'], title: 'Zeppelin', content: '/uploads/p.jpg' });
    await update(old.id, { slug: 'b' });
    await softDeletePost(blog.db, old.id, NOW - 31 * DAY);
    const recent = await makePost(blog);
    await softDeletePost(blog.db, recent.id, NOW - 29 * DAY);
    expect(await oldestInBin(blog.db, NOW - 30 * DAY)).toMatchObject({ id: old.id });
    for (const { id } of [old, recent]) await purgeFromBin(blog.db, id, NOW - 30 * DAY);
    expect(await oldestInBin(blog.db, NOW - 30 * DAY)).toBeNull();
    expect([count('blog_posts'), count('post_revisions'), count('post_tags'), count('redirects')]).toEqual([
      1, 0, 0, 0,
    ]);
    blog.sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
  });

  test('gives the oldest first, with the bytes of its texts and of its revisions', async () => {
    const [second, first] = [await makePost(blog), await makePost(blog, { content: 'é' })];
    await update(first.id, text('later'));
    await softDeletePost(blog.db, first.id, NOW - 2);
    await softDeletePost(blog.db, second.id, NOW - 1);
    // The é of the revision, and the current text, words and HTML.
    const bytes = 2 + 2 * 'later'.length + (text('later').html?.length ?? 0);
    expect(await oldestInBin(blog.db, NOW)).toEqual({ id: first.id, bytes });
  });

  test('an id is never given twice', async () => {
    const { id } = await makePost(blog);
    await softDeletePost(blog.db, id, NOW);
    await purgeFromBin(blog.db, id, NOW + 1);
    expect((await makePost(blog)).id).toBeGreaterThan(id);
  });
});

describe('the search index', () => {
  test('follows every write, and is left alone by one that was rolled back', async () => {
    const search = createSearch(blog.sqlite);
    const total = (query: string) => search({ query, now: NOW, limit: 10, offset: 0 }).total;
    const { id } = await makePost(blog, { title: 'Aardvark', tags: ['Bison'], content: 'Chinchilla' });
    expect(['aardvark', 'bison', 'chinchilla'].map(total)).toEqual([1, 1, 1]);
    await update(id, { title: 'Dormouse', tags: ['Echidna'], ...text('Flamingo') });
    expect(['aardvark', 'bison', 'chinchilla'].map(total)).toEqual([0, 0, 0]);
    expect(['dormouse', 'echidna', 'flamingo'].map(total)).toEqual([1, 1, 1]);
    const failing = inTransaction(blog.db, async (trx) => {
      await updatePost(trx, id, { title: 'Gazelle' }, { now: NOW });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(['dormouse', 'gazelle'].map(total)).toEqual([1, 0]);
    // FTS5 compares its own content with the content of the table, and throws where they differ.
    blog.sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
  });
});
