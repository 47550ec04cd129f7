import type { CalendarPost } from '#shared/contract/calendar.ts';
import { postStatus } from '../post-status.ts';
import { dayOf } from './days.ts';

export type EntryKind = 'live' | 'scheduled' | 'draft' | 'change';

/** A line of the calendar or of the queue: a post with its date, or the change that waits beside the post. */
export interface Entry {
  /** Always the same for this line, wherever it is shown. */
  key: string;
  kind: EntryKind;
  post: CalendarPost;
  /** The time at which it goes live, or went live; null when there is none. */
  at: string | null;
  /** The reason why a change did not go live. */
  problem: string | null;
}

const kinds = { Published: 'live', Scheduled: 'scheduled', Draft: 'draft' } as const;

/** Returns the line of a post itself. `now` is in milliseconds since 1970. */
export function postEntry(post: CalendarPost, now: number): Entry {
  return { key: `post-${post.id}`, kind: kinds[postStatus(post, now)], post, at: post.publishedAt, problem: null };
}

/** Returns the line of the change that waits beside a post; null when none waits. */
export function changeEntry(post: CalendarPost): Entry | null {
  if (!post.pending) return null;
  const { dueAt, problem } = post.pending;
  return { key: `change-${post.id}`, kind: 'change', post, at: dueAt, problem };
}

/** Returns all lines of these posts that have a date, ordered by time. */
export function datedEntries(posts: readonly CalendarPost[], now: number): Entry[] {
  return posts
    .flatMap((post) => [postEntry(post, now), changeEntry(post)])
    .filter((entry) => entry !== null && entry.at !== null)
    .map((entry) => entry as Entry)
    .toSorted(byTime);
}

/** Returns the lines that go live by themselves after now, the next one first. */
export function upcomingEntries(posts: readonly CalendarPost[], now: number): Entry[] {
  const isToCome = ({ at, kind, problem }: Entry) =>
    at !== null && Date.parse(at) > now && kind !== 'draft' && problem === null;
  return datedEntries(posts, now).filter(isToCome);
}

/** Returns the lines of each day, by day. */
export function byDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  return Map.groupBy(entries, ({ at }) => dayOf(at ?? 0));
}

/** Returns the lines while one of them is being moved: that line is shown at its new time at once. */
export function withMoved(entries: readonly Entry[], moved: Entry | null): readonly Entry[] {
  if (moved === null) return entries;
  return [...entries.filter(({ key }) => key !== moved.key), moved].toSorted(byTime);
}

function byTime(a: Entry, b: Entry): number {
  return (a.at ?? '').localeCompare(b.at ?? '') || a.post.id - b.post.id;
}
