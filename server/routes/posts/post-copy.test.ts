import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#server/db/migrations/index.ts';
import { purgeFromBin } from '#server/repositories/posts/post-bin.ts';
import { forgetPlaces } from '#server/repositories/posts/post-changes.ts';
import { wholePosts } from '#server/repositories/posts/post-rows.ts';
import { addViews } from '#server/repositories/posts/posts.ts';
import { updateAuthor } from '#shared/contract/authors.ts';
import { updateCategory } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { discardPendingChange, keepPendingChange } from '#shared/contract/posts/pending.ts';
import { COPIED_AT_ONCE, type CopiedPost, copyPosts } from '#shared/contract/posts/post-copy.ts';
import { createPost, deletePost, undeletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { updateTag } from '#shared/contract/tags.ts';
import { runsOf } from '#tests/share.ts';
import { createTestApp, type TestApp } from '../../test-app.ts';
import { ask as askOf, type CallInput, refused as refusedOf } from '../../test-call.ts';

let app: TestApp;
let cookie: string;
let made = 0;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await askOf(app.http, endpoint, { cookie, ...input })).body;

const newPost = async () => {
  made += 1;
  const fields = { title: `T ${made}`, slug: `copied-${made}`, excerpt: 'E', content: `Words ${made}.` };
  return (await ask(createPost, { body: { ...fields, categoryId: 2, readTime: 1, published: true } })).id;
};

/** Makes this number of posts with this text, as quickly as possible. */
function fill(count: number, text: string): void {
  const insert = app.database.sqlite.prepare(`insert into blog_posts
    (title, slug, excerpt, content, html, category_id, author_id, read_time, created_at, updated_at)
    values ('T', ?, 'E', ?, ?, 1, 1, 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`);
  for (let number = 0; number < count; number += 1) insert.run(`filled-${text.length}-${number}`, text, text);
}

/** A copy of all posts, as a device stores it. */
function createCopy() {
  const posts = new Map<number, CopiedPost>();
  let cursor: string | undefined;
  return {
    posts,
    cursor: () => cursor,
    async page() {
      const page = await ask(copyPosts, { query: cursor === undefined ? {} : { cursor } });
      for (const post of page.posts) posts.set(post.id, post);
      for (const id of page.gone) posts.delete(id);
      cursor = page.cursor;
      return page;
    },
    async toTheEnd() {
      while ((await this.page()).left > 0);
    },
  };
}

/** The posts of the server, as the copy must have them. */
async function stored() {
  const ids = await app.database.db.selectFrom('blog_posts').select('id').execute();
  return wholePosts(
    app.database.db,
    ids.map(({ id }) => id),
    { kind: 'all', now: app.clock.now() },
  );
}

async function expectSame(copy: ReturnType<typeof createCopy>): Promise<void> {
  const mine = [...copy.posts.values()].map(({ words: _, change: __, ...post }) => post);
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(mine.sort(byId)).toEqual((await stored()).sort(byId));
}

test('posts come whole, with their words, and with the change that waits beside them', async () => {
  const id = await newPost();
  await ask(keepPendingChange, { params: { id }, body: { title: 'Another title' } });
  const copy = createCopy();
  await copy.toTheEnd();
  expect(copy.posts.get(id)).toMatchObject({
    content: `Words ${made}.`,
    words: `Words ${made}.`,
    version: 1,
    pending: { version: 1 },
    change: { fields: { title: 'Another title' }, isMergeable: true },
  });
  await ask(discardPendingChange, { params: { id } });
  await copy.toTheEnd();
  expect(copy.posts.get(id)?.change).toBeUndefined();
});

test('a page has 200 posts, less where they are long, and says how many are left', async () => {
  fill(COPIED_AT_ONCE + 5, 'word');
  const copy = createCopy();
  const first = await copy.page();
  expect([first.posts.length, first.left]).toEqual([COPIED_AT_ONCE, copy.posts.size + first.left - COPIED_AT_ONCE]);
  await copy.toTheEnd();
  await expectSame(copy);
  fill(3, 'word '.repeat(500_000));
  const long = await copy.page();
  expect([long.posts.length, long.left]).toEqual([1, 2]);
});

test('nothing new is an empty page with the same cursor; a reading is nothing new', async () => {
  const id = await newPost();
  const copy = createCopy();
  await copy.toTheEnd();
  const cursor = copy.cursor();
  await addViews(app.database.db, new Map([[id, 3]]));
  expect(await copy.page()).toEqual({ siteId: expect.any(String), posts: [], gone: [], cursor, left: 0 });
});

test('what a post is filed under, and what is known of its picture, is told with it', async () => {
  const id = await newPost();
  await ask(updatePost, { params: { id }, body: { tags: ['Paper'] } });
  const copy = createCopy();
  await copy.toTheEnd();
  const [post] = [copy.posts.get(id)];
  if (!post) throw new Error('The post was not copied');
  const { id: _, ...category } = post.category;
  await ask(updateCategory, { params: { id: post.category.id }, body: { ...category, name: 'Another' } });
  await ask(updateTag, { params: { id: post.tagList[0]?.id ?? 0 }, body: { name: 'Cardboard' } });
  await ask(updateAuthor, { params: { id: post.author.id }, body: { name: 'Somebody' } });
  await copy.toTheEnd();
  expect(copy.posts.get(id)).toMatchObject({
    category: { name: 'Another' },
    tags: ['Cardboard'],
    author: { name: 'Somebody' },
  });
  await expectSame(copy);
});

test('it is the owner’s: a reader gets nothing', async () => {
  await newPost();
  expect(await refusedOf(app.http, copyPosts, {})).toMatchObject({ status: 401 });
});

describe('a copy begins anew', () => {
  const refused = (cursor: string) => refusedOf(app.http, copyPosts, { cookie, query: { cursor } });
  const unknown = { status: 410, code: 'cursor_unknown' };

  test.each(['nonsense', '', 'W10', Buffer.from('[7,"x"]').toString('base64url'), 'x'.repeat(200)])(
    'after a cursor that is none of this site: %s',
    async (cursor) => {
      expect(await refused(cursor)).toMatchObject(unknown);
    },
  );

  test('after the data was put back as it was, and went on otherwise', async () => {
    const { sqlite } = app.database;
    await newPost();
    const copy = createCopy();
    await copy.toTheEnd();
    const before = sqlite.prepare('select * from post_changes').all() as {
      seq: number;
      post_id: number;
      place: string;
    }[];
    const id = await newPost();
    await copy.toTheEnd();
    const lost = copy.cursor() ?? '';
    // Brings the database to the state of a copy that was made before the post.
    sqlite.prepare('delete from blog_posts where id = ?').run(id);
    sqlite.prepare('delete from post_changes').run();
    sqlite.prepare("delete from sqlite_sequence where name = 'post_changes'").run();
    const insert = sqlite.prepare('insert into post_changes (seq, post_id, place) values (?, ?, ?)');
    for (const row of before) insert.run(row.seq, row.post_id, row.place);
    await newPost();
    expect(await refused(lost)).toMatchObject(unknown);
  });

  test('behind a place that was forgotten; posts are never forgotten with it', async () => {
    const id = await newPost();
    const copy = createCopy();
    await copy.toTheEnd();
    for (let version = 0; version < 5; version += 1) {
      await ask(updatePost, { params: { id }, body: { excerpt: `E ${version}` } });
    }
    expect(await forgetPlaces(app.database.db, 500, 2)).toBeGreaterThan(0);
    expect(await refused(copy.cursor() ?? '')).toMatchObject(unknown);
    const anew = createCopy();
    await anew.toTheEnd();
    await expectSame(anew);
  });
});

test('after any history of writes and pages the copy is what the server has', async () => {
  const step = fc.record({
    what: fc.constantFrom('new', 'edit', 'bin', 'unbin', 'purge', 'pend', 'unpend', 'tag', 'page', 'end'),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (history) => {
      const copy = createCopy();
      const { db } = app.database;
      const ids: number[] = [];
      for (const { what, which } of history) {
        const id = ids[which % Math.max(1, ids.length)];
        if (what === 'new') ids.push(await newPost());
        else if (what === 'page') await copy.page();
        else if (what === 'end') await copy.toTheEnd();
        else if (id !== undefined) await change(what, id);
      }
      await copy.toTheEnd();
      await expectSame(copy);

      async function change(what: string, id: number): Promise<void> {
        const params = { id };
        const row = await db.selectFrom('blog_posts').select('deleted_at').where('id', '=', id).executeTakeFirst();
        if (!row) return;
        if (row.deleted_at !== null) {
          if (what === 'unbin') await ask(undeletePost, { params });
          if (what === 'purge') await purgeFromBin(db, id, app.clock.now() + 1);
          return;
        }
        if (what === 'edit') await ask(updatePost, { params, body: { content: `Words ${which(id)}` } });
        if (what === 'tag') await ask(updatePost, { params, body: { tags: [`Tag ${id % 3}`] } });
        if (what === 'bin') await ask(deletePost, { params });
        if (what === 'pend') await ask(keepPendingChange, { params, body: { title: 'Waits' } });
        if (what === 'unpend') await db.deleteFrom('pending_changes').where('post_id', '=', id).execute();
      }
      function which(id: number): number {
        made += 1;
        return id * 1000 + made;
      }
    }),
    { numRuns: runsOf(120, 12), seed: Number(process.env.NINEFOLD_SHARE ?? 1) },
  );
});

test('every column that a post is told from has a trigger', () => {
  const sql = migrations.map((migration) => migration.sql).join('\n');
  const [, named = ''] =
    /create trigger blog_posts_change_update after update of([\w,\s]*?)on blog_posts/.exec(sql) ?? [];
  const watched = named.split(',').map((name) => name.trim());
  const columns = app.database.sqlite
    .prepare<[], string>("select name from pragma_table_info('blog_posts')")
    .pluck()
    .all();
  // Changes of the id and of the number of views are not told; the other columns are made from the content.
  const others = ['id', 'views', 'html_version', 'embeds', 'body'];
  expect(watched.toSorted()).toEqual(columns.filter((name) => !others.includes(name)).toSorted());
});
