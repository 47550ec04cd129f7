import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { HOUR, makePost, NOW, openBlog } from '../blog-fixture.ts';
import { eventsAfter, lastEvent } from '../event-log.ts';
import { softDeletePost } from './post-bin.ts';
import { recordDuePosts } from './post-events.ts';
import { updatePost } from './post-writes.ts';

let blog: OpenDatabase;
beforeEach(async () => {
  blog = await openBlog();
});
afterEach(() => blog.close());

const hoursAgo = (hours: number) => ({ publishedAt: new Date(NOW - hours * HOUR).toISOString() });
const make = (fields: Partial<PostFields> = {}) => makePost(blog, fields);
const change = (id: number, changes: Parameters<typeof updatePost>[2], now = NOW) =>
  updatePost(blog.db, id, changes, { now });

/** The lists that a write has changed: every event of the write names the same lists. */
async function changedBy(write: () => Promise<unknown>): Promise<string[]> {
  const before = await lastEvent(blog.db);
  await write();
  const events = await eventsAfter(blog.db, before, 1000);
  const [lists, ...others] = [...new Set(events.map((event) => JSON.stringify(event.lists?.toSorted())))];
  expect(others).toEqual([]);
  return JSON.parse(lists ?? 'null');
}

describe('the lists a write changes', () => {
  test('of a post that goes live: those it stands in, and what stands beside its neighbours', async () => {
    const before = await make(hoursAgo(3));
    const after = await make(hoursAgo(1));
    const beside = [`beside:${before.id}`, `beside:${after.id}`];
    expect(await changedBy(() => make({ ...hoursAgo(2), tags: ['tea', 'cake'] }))).toEqual([
      'author-posts:1',
      ...beside,
      'category:1',
      'posts',
      'tag:1',
      'tag:2',
    ]);
  });

  test('of one that is taken down: those it stood in; who showed it as a neighbour knows of it by the post', async () => {
    await make(hoursAgo(3));
    const { id } = await make({ ...hoursAgo(2), tags: ['tea'] });
    const lists = await changedBy(() => softDeletePost(blog.db, id, NOW));
    expect(lists).toEqual(['author-posts:1', 'category:1', 'posts', 'tag:1']);
  });

  test('none, when a live post says something else in its place, or a draft says anything', async () => {
    const { id } = await make({ tags: ['tea'] });
    expect(await changedBy(() => change(id, { title: 'Another', tags: ['Tea'], metaTitle: 'x' }))).toEqual([]);
    const draft = await make({ published: false, tags: ['tea'] });
    expect(await changedBy(() => change(draft.id, { categoryId: 2, tags: ['cake'] }))).toEqual([]);
  });

  test('of one that gets another tag: that of the tag alone', async () => {
    const { id } = await make({ tags: ['tea', 'cake'] });
    expect(await changedBy(() => change(id, { tags: ['tea', 'milk'] }))).toEqual(['tag:2', 'tag:3']);
  });

  test('of one that moves, by its category, its date or to the front: all it stood in and stands in', async () => {
    const other = await make({ ...hoursAgo(5), categoryId: 2 });
    const { id } = await make({ ...hoursAgo(2), tags: ['tea'] });
    const all = (...categories: string[]) => ['author-posts:1', `beside:${other.id}`, ...categories, 'posts', 'tag:1'];
    expect(await changedBy(() => change(id, { categoryId: 2 }))).toEqual(all('category:1', 'category:2'));
    expect(await changedBy(() => change(id, hoursAgo(9)))).toEqual(all('category:2'));
    expect(await changedBy(() => change(id, { featured: true }))).toEqual(all('category:2'));
  });

  test('of one that joins a series, leaves it, or gets another number in it: the series', async () => {
    const { id } = await make(hoursAgo(2));
    const series = [expect.stringMatching(/^series:[0-9a-f]{12}$/)];
    expect(await changedBy(() => change(id, { seriesName: 'Tea' }))).toEqual(series);
    expect(await changedBy(() => change(id, { seriesNumber: 2 }))).toEqual(series);
    expect(await changedBy(() => change(id, { seriesName: ' tea ' }))).toEqual([]);
    expect(await changedBy(() => change(id, { seriesName: null }))).toEqual(series);
  });

  test('of one whose time has come: all, also when the save that notices it changes little', async () => {
    const lists = ['author-posts:1', 'category:1', 'posts', 'tag:1'];
    const { id } = await make({ ...hoursAgo(-1), tags: ['tea'] });
    expect(await changedBy(() => change(id, { tags: ['cake'] }, NOW + 2 * HOUR))).toEqual([...lists, 'tag:2']);
    await make({ ...hoursAgo(-3), tags: ['tea'] });
    const beside = ['author-posts:1', `beside:${id}`, 'category:1', 'posts', 'tag:1'];
    expect(await changedBy(() => recordDuePosts(blog.db, NOW + 4 * HOUR))).toEqual(beside);
  });

  test('of very many posts whose time comes in one moment are not named: any may have changed', async () => {
    for (let number = 0; number < 60; number += 1) await make(hoursAgo(-1));
    const before = await lastEvent(blog.db);
    await recordDuePosts(blog.db, NOW + 2 * HOUR);
    const lists = (await eventsAfter(blog.db, before, 1000)).map((event) => event.lists);
    expect(lists).toEqual(Array.from({ length: 60 }, () => null));
  });
});
