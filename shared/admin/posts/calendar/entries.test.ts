import { expect, test } from 'vitest';
import type { CalendarPost } from '#shared/contract/calendar.ts';
import { byDay, changeEntry, datedEntries, type Entry, postEntry, upcomingEntries, withMoved } from './entries.ts';
import { planMove } from './plan-move.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const at = (days: number) => new Date(NOW + days * 86_400_000).toISOString();
const post = (id: number, given: Partial<CalendarPost> = {}): CalendarPost => ({
  ...{ id, title: `P${id}`, version: 1, published: true, publishedAt: at(-1), categoryId: 1 },
  ...given,
});
const pending = (dueAt: string | null, problem: string | null = null) => ({ version: 1, dueAt, problem });
const keys = (entries: readonly Entry[]) => entries.map(({ key }) => key);
const entry = (given: Partial<CalendarPost>) => postEntry(post(1, given), NOW);

test('a post is live, scheduled or a draft, and its change stands beside it', () => {
  const posts = [
    post(1, { publishedAt: at(2) }),
    post(2, { pending: pending(at(1)) }),
    post(3, { published: false, publishedAt: at(3) }),
    post(4, { published: false, publishedAt: null }),
    post(5, { publishedAt: at(-2), pending: pending(null) }),
  ];
  const entries = datedEntries(posts, NOW);
  expect(entries.map(({ key, kind }) => `${key} ${kind}`)).toEqual([
    'post-5 live',
    'post-2 live',
    'change-2 change',
    'post-1 scheduled',
    'post-3 draft',
  ]);
  expect(keys(upcomingEntries(posts, NOW))).toEqual(['change-2', 'post-1']);
  expect(keys(byDay(entries).get('2026-03-11') ?? [])).toEqual(['change-2']);
});

test('a change that did not go is none that comes', () => {
  expect(upcomingEntries([post(1, { pending: pending(at(1), 'It does not go.') })], NOW)).toEqual([]);
});

test('what is being moved is shown where it is put', () => {
  const entries = datedEntries([post(1), post(2)], NOW);
  const moved = { ...entry({}), at: at(1) };
  expect(keys(withMoved(entries, moved))).toEqual(['post-2', 'post-1']);
  expect(withMoved(entries, null)).toBe(entries);
});

test('putting a post where it is does nothing', () => {
  expect(planMove(entry({}), at(-1), NOW)).toEqual({ kind: 'nothing' });
});

test.each([
  ['a scheduled post', { publishedAt: at(1) }, {}],
  ['a draft', { published: false, publishedAt: null }, { publishes: 'later' }],
  ['a draft with a date', { published: false, publishedAt: at(-3) }, { publishes: 'later' }],
] as const)(
  '%s is moved to a day to come without a question, and would go live on one that is over',
  (_, given, then) => {
    expect(planMove(entry(given), at(2), NOW)).toEqual({ kind: 'move', question: null, ...then });
    expect(planMove(entry(given), at(-2), NOW)).toMatchObject({ question: { title: 'Publish this post at once?' } });
    expect(planMove(entry(given), at(0), NOW)).toMatchObject({ question: { confirm: 'Publish now' } });
  },
);

test('a live post is moved after a question, which says when it would go offline', () => {
  expect(planMove(entry({}), at(-2), NOW)).toMatchObject({ question: { title: 'Change the date of a live post?' } });
  expect(planMove(entry({}), at(2), NOW)).toMatchObject({
    question: { title: 'Take this live post offline?', isDangerous: true },
  });
});

test('a change is not put on a time that is over', () => {
  const change = changeEntry(post(1, { pending: pending(at(3)) })) as Entry;
  expect(planMove(change, at(2), NOW)).toEqual({ kind: 'move', question: null, publishes: 'later' });
  const ofDraft = changeEntry(post(1, { published: false, pending: pending(at(3)) })) as Entry;
  expect(planMove(ofDraft, at(2), NOW)).toEqual({ kind: 'move', question: null });
  expect(planMove(change, at(-2), NOW).kind).toBe('refused');
});
