import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { DAY, HOUR, makePost, NOW, openBlog, postValues } from '../blog-fixture.ts';
import { eventsAfter } from '../event-log.ts';
import { purgeFromBin, softDeletePost, undelete } from './post-bin.ts';
import { nextDuePost, type PostEvent, recordDuePosts } from './post-events.ts';
import { insertPost, updatePost } from './post-writes.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const at = (time: number) => new Date(time).toISOString();
const told = async (): Promise<PostEvent[]> => eventsAfter(blog.db, 0, 1000);
/**
 * The number of the last event that `news` has seen. `news` gives the events since then in short: "went-live save
 * first".
 */
let looked = 0;
beforeEach(() => {
  looked = 0;
});
async function news(): Promise<string[]> {
  const events = await eventsAfter(blog.db, looked, 1000);
  looked = events.at(-1)?.seq ?? looked;
  return events.map(({ type, cause, isFirst }) => [type, cause, ...(isFirst ? ['first'] : [])].join(' '));
}
const change = (id: number, changes: Parameters<typeof updatePost>[2], now = NOW) =>
  updatePost(blog.db, id, changes, { now });

describe('a post', () => {
  test('that is published at once is written and goes live for the first time', async () => {
    const { id } = await makePost(blog, { slug: 'tea' });
    expect(await told()).toEqual([
      expect.objectContaining({ type: 'written', postId: id, isLive: true, isFirst: false }),
      {
        seq: 2,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'went-live',
        cause: 'save',
        postId: id,
        oldSlug: null,
        slug: 'tea',
        isLive: true,
        isFirst: true,
        at: at(NOW),
        lists: ['posts', 'category:1', 'author-posts:1'],
      },
    ]);
  });

  test('that is a draft is only written; published, taken down and published again, it goes live twice, once first', async () => {
    const { id } = await makePost(blog, { published: false, publishedAt: null });
    expect(await news()).toEqual(['written save']);
    await change(id, { title: 'Another' });
    expect(await news()).toEqual(['written save']);
    await change(id, { published: true });
    expect(await news()).toEqual(['written save', 'went-live save first']);
    await change(id, { title: 'A third' });
    expect(await news()).toEqual(['written save']);
    await change(id, { published: false });
    expect(await news()).toEqual(['written save', 'taken-down save']);
    await change(id, { published: true });
    expect(await news()).toEqual(['written save', 'went-live save']);
  });

  test('that moves says both slugs', async () => {
    const { id } = await makePost(blog, { slug: 'old' });
    await change(id, { slug: 'new' });
    expect((await told()).at(-1)).toMatchObject({ type: 'written', oldSlug: 'old', slug: 'new' });
  });

  test('that is deleted is taken down and gone; out of the bin it goes live again', async () => {
    const { id } = await makePost(blog);
    await news();
    await softDeletePost(blog.db, id, NOW);
    expect(await news()).toEqual(['taken-down save', 'gone save']);
    await undelete(blog.db, id, NOW);
    expect(await news()).toEqual(['written undelete', 'went-live undelete']);
  });

  test('that nobody saw is gone without being taken down; emptying the bin tells nothing more', async () => {
    const { id } = await makePost(blog, { published: false });
    await news();
    await softDeletePost(blog.db, id, NOW);
    expect(await news()).toEqual(['gone save']);
    await purgeFromBin(blog.db, id, NOW + DAY);
    expect(await news()).toEqual([]);
  });

  test('that an import brings goes live at the time of the import, whatever time it is from', async () => {
    const origin = { cause: 'import', at: NOW } as const;
    const old = postValues({ publishedAt: at(NOW - 100 * DAY) });
    await insertPost(blog.db, old, NOW - 200 * DAY, origin);
    expect(await news()).toEqual(['written import', 'went-live import first']);
    expect((await told()).at(-1)?.at).toBe(at(NOW));
  });

  test('whose write fails has told nothing', async () => {
    await makePost(blog, { slug: 'taken' });
    await news();
    await expect(makePost(blog, { slug: 'taken' })).rejects.toMatchObject({ code: 'slug_taken' });
    expect(await news()).toEqual([]);
  });
});

describe('a scheduled post', () => {
  test('goes live when it is noticed that its time has come, once', async () => {
    const { id } = await makePost(blog, { publishedAt: at(NOW + HOUR) });
    expect(await news()).toEqual(['written save']);
    expect(await recordDuePosts(blog.db, NOW + HOUR - 1)).toBe(0);
    expect(await recordDuePosts(blog.db, NOW + HOUR)).toBe(1);
    expect(await recordDuePosts(blog.db, NOW + HOUR)).toBe(0);
    expect(await news()).toEqual(['went-live schedule first']);
    await change(id, { title: 'Later' }, NOW + 2 * HOUR);
    expect(await news()).toEqual(['written save']);
  });

  test('that is saved before anybody noticed has gone live by its time, not by the save', async () => {
    const { id } = await makePost(blog, { slug: 'tea', publishedAt: at(NOW + HOUR) });
    await news();
    await change(id, { slug: 'green-tea', published: false }, NOW + 2 * HOUR);
    expect((await told()).slice(1)).toMatchObject([
      { type: 'went-live', cause: 'schedule', slug: 'tea', isFirst: true },
      { type: 'written', isLive: false, oldSlug: 'tea', slug: 'green-tea' },
      { type: 'taken-down', cause: 'save', slug: 'green-tea' },
    ]);
    expect(await recordDuePosts(blog.db, NOW + DAY)).toBe(0);
  });

  test('that is taken back, or deleted, does not go live', async () => {
    const back = await makePost(blog, { publishedAt: at(NOW + HOUR) });
    const deleted = await makePost(blog, { publishedAt: at(NOW + HOUR) });
    await change(back.id, { published: false });
    await softDeletePost(blog.db, deleted.id, NOW);
    expect(await nextDuePost(blog.db)).toBeNull();
    expect(await recordDuePosts(blog.db, NOW + DAY)).toBe(0);
  });

  test('whose time came while it lay in the bin goes live by being taken out', async () => {
    const { id } = await makePost(blog, { publishedAt: at(NOW + HOUR) });
    await softDeletePost(blog.db, id, NOW);
    await news();
    await undelete(blog.db, id, NOW + DAY);
    expect(await news()).toEqual(['written undelete', 'went-live undelete first']);
  });

  test('is the next one that is due until it is noticed', async () => {
    await makePost(blog, { published: false, publishedAt: at(NOW + 1) });
    await makePost(blog, { publishedAt: at(NOW + 3 * HOUR) });
    await makePost(blog, { publishedAt: at(NOW + 2 * HOUR) });
    expect(await nextDuePost(blog.db)).toBe(at(NOW + 2 * HOUR));
    await recordDuePosts(blog.db, NOW + 2 * HOUR);
    expect(await nextDuePost(blog.db)).toBe(at(NOW + 3 * HOUR));
  });
});

describe('a live post', () => {
  test('that is put off is taken down, and goes live again at its time', async () => {
    const { id } = await makePost(blog);
    await news();
    await change(id, { publishedAt: at(NOW + HOUR) });
    expect(await news()).toEqual(['written save', 'taken-down save']);
    await recordDuePosts(blog.db, NOW + HOUR);
    expect(await news()).toEqual(['went-live schedule']);
  });

  test('is not taken down by a clock that is set back', async () => {
    const { id } = await makePost(blog, { publishedAt: null });
    await news();
    await change(id, { title: 'Another' }, NOW - HOUR);
    expect(await news()).toEqual(['written save']);
    await recordDuePosts(blog.db, NOW);
    expect(await news()).toEqual([]);
  });

  test('that another program has taken back behind the events is not told to be live', async () => {
    const { id } = await makePost(blog, { publishedAt: at(NOW + HOUR) });
    await news();
    await blog.db.updateTable('blog_posts').set({ published: 0 }).where('id', '=', id).execute();
    expect(await recordDuePosts(blog.db, NOW + DAY)).toBe(0);
    expect(await nextDuePost(blog.db)).toBeNull();
    expect(await news()).toEqual([]);
  });
});
