import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CalendarPost, getCalendar, getQueue } from '#shared/contract/calendar.ts';
import { listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { keepPendingChange } from '#shared/contract/posts/pending.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { createPost, deletePost, saveDraft } from '#shared/contract/posts/posts-admin.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask as askOf, type CallInput, refused } from '../test-call.ts';

const DAY = 86_400_000;

let app: TestApp;
let cookie: string;
beforeEach(async () => {
  app = await createTestApp();
  cookie = await app.signIn();
});
afterEach(() => app.close());

const ask = async <E extends Endpoint>(endpoint: E, input: CallInput<E> = {}) =>
  (await askOf(app.http, endpoint, { cookie, ...input })).body;
/** The time this number of days from now, to the millisecond. */
const days = (count: number) => new Date(app.clock.now() + count * DAY).toISOString();
const fields = (slug: string, given: Partial<PostFields> = {}) => ({
  ...{
    title: slug,
    slug: slug.replaceAll(' ', '-'),
    excerpt: 'E',
    content: 'C',
    categoryId: 2,
    readTime: 1,
    published: true,
    featured: false,
  },
  ...given,
});
const make = (slug: string, given: Partial<PostFields> = {}): Promise<Post> =>
  ask(createPost, { body: fields(slug, given) });
const draft = (slug: string, publishedAt?: string): Promise<Post> =>
  ask(saveDraft, { body: { ...fields(slug), publishedAt } });
const change = (post: Post, dueAt: string | null) =>
  ask(keepPendingChange, {
    params: { id: post.id },
    body: { title: `${post.title}, changed`, version: post.version, dueAt },
  });
const titles = (posts: readonly CalendarPost[]) => posts.map(({ title }) => title);

test('a span holds what is live, scheduled or planned in it, and the changes that are due in it, each post once', async () => {
  await make('before', { publishedAt: days(-3) });
  await make('live', { publishedAt: days(-2) });
  const changed = await make('changed', { publishedAt: days(-1) });
  const both = await make('both', { publishedAt: days(-9) });
  await make('next', { publishedAt: days(1) });
  await make('behind', { publishedAt: days(2) });
  await draft('planned', days(1));
  await draft('without date');
  const { id } = await make('in the bin', { publishedAt: days(-1) });
  await ask(deletePost, { params: { id } });
  await change(changed, days(1));
  await change(both, days(1.5));

  const answer = await ask(getCalendar, { query: { from: days(-2), to: days(2) } });
  expect(answer.isWhole).toBe(true);
  expect(titles(answer.posts)).toEqual(['live', 'changed', 'next', 'planned', 'both']);
  expect(answer.posts.find(({ title }) => title === 'both')?.pending).toEqual({
    version: 1,
    dueAt: days(1.5),
    problem: null,
  });
  expect(answer.posts.find(({ title }) => title === 'planned')?.published).toBe(false);
});

test('a category is asked for by its slug; how long each has had nothing is said of all', async () => {
  const [first, second, ...others] = await ask(listCategories);
  if (!first || !second) throw new Error('A first start has categories');
  await make('long ago', { categoryId: first.id, publishedAt: days(-40) });
  await make('lately', { categoryId: first.id, publishedAt: days(-1) });
  await make('soon', { categoryId: first.id, publishedAt: days(1) });
  await make('far', { categoryId: second.id, publishedAt: days(90) });
  const answer = await ask(getCalendar, { query: { from: days(-2), to: days(2), category: second.slug } });
  expect(titles(answer.posts)).toEqual([]);
  const rhythm = new Map(answer.rhythm.map(({ categoryId, ...rest }) => [categoryId, rest]));
  expect(rhythm.get(first.id)).toEqual({ live: 1, scheduled: 1, lastAt: days(-1), nextAt: days(1) });
  expect(rhythm.get(second.id)).toEqual({ live: 0, scheduled: 0, lastAt: null, nextAt: days(90) });
  expect(rhythm.size).toBe(2 + others.length);
});

test.each([
  ['ends before it begins', 1, 0],
  ['is longer than 62 days', 0, 62.1],
])('a span that %s is refused', async (_, from, to) => {
  const answer = await refused(app.http, getCalendar, { cookie, query: { from: days(from), to: days(to) } });
  expect(answer).toMatchObject({ status: 400, code: 'invalid_input' });
});

test('the queue has what comes next, what did not go, and drafts without a date', async () => {
  const waiting = await make('waiting', { publishedAt: days(-2) });
  const due = await make('due', { publishedAt: days(-2) });
  await make('later', { publishedAt: days(3) });
  await make('sooner', { publishedAt: days(1) });
  await draft('dated', days(1));
  await draft('undated');
  await change(waiting, null);
  await change(due, days(2));
  const queue = await ask(getQueue, {});
  expect(titles(queue.upcoming)).toEqual(['sooner', 'later', 'due']);
  expect(queue.upcomingTotal).toBe(3);
  expect(titles(queue.waiting)).toEqual(['waiting']);
  expect(titles(queue.drafts)).toEqual(['undated']);
  expect(queue.draftsTotal).toBe(1);
  expect(queue.problems).toEqual([]);
  expect(titles((await ask(getQueue, { query: { category: 'nowhere' } })).upcoming)).toEqual([]);
});
