import type { CalendarPost } from '#shared/contract/calendar.ts';
import { postStatus } from '../post-status.ts';
import { dayOf } from './days.ts';

export type EntryKind = 'live' | 'scheduled' | 'draft' | 'change';

/** A line of the calendar or of the queue: a post with its date, or the change that waits beside it. */
export interface Entry {
  /** The same wherever and whenever it is shown. */
  key: string;
  kind: EntryKind;
  post: CalendarPost;
  /** When it goes live, or did; null where that is not said. */
  at: string | null;
  /** Why a change did not go live. */
  problem: string | null;
}

const kinds = { Published: 'live', Scheduled: 'scheduled', Draft: 'draft' } as const;

/** The line of a post itself. `now` in milliseconds since 1970. */
export function postEntry(post: CalendarPost, now: number): Entry {
  return { key: `post-${post.id}`, kind: kinds[postStatus(post, now)], post, at: post.publishedAt, problem: null };
}

/** The line of the change that waits beside a post; null where none does. */
export function changeEntry(post: CalendarPost): Entry | null {
  if (!post.pending) return null;
  const { dueAt, problem } = post.pending;
  return { key: `change-${post.id}`, kind: 'change', post, at: dueAt, problem };
}

/** Everything with a date of these posts, by its time. */
export function datedEntries(posts: readonly CalendarPost[], now: number): Entry[] {
  return posts
    .flatMap((post) => [postEntry(post, now), changeEntry(post)])
    .filter((entry) => entry !== null && entry.at !== null)
    .map((entry) => entry as Entry)
    .toSorted(byTime);
}

/** What goes live by itself after now, the next first. */
export function upcomingEntries(posts: readonly CalendarPost[], now: number): Entry[] {
  const isToCome = ({ at, kind, problem }: Entry) =>
    at !== null && Date.parse(at) > now && kind !== 'draft' && problem === null;
  return datedEntries(posts, now).filter(isToCome);
}

/** The lines of each day, by the day. */
export function byDay(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  return Map.groupBy(entries, ({ at }) => dayOf(at ?? 0));
}

/** Lines of which one is being taken to another time: it is shown there at once. */
export function withMoved(entries: readonly Entry[], moved: Entry | null): readonly Entry[] {
  if (moved === null) return entries;
  return [...entries.filter(({ key }) => key !== moved.key), moved].toSorted(byTime);
}

function byTime(a: Entry, b: Entry): number {
  return (a.at ?? '').localeCompare(b.at ?? '') || a.post.id - b.post.id;
}
