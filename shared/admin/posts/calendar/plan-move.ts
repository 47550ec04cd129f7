import type { Question } from '#shared/ui/confirm.tsx';
import { dateAndTime } from '../../dates.ts';
import type { Entry } from './entries.ts';

/**
 * The result of moving a line to another time: nothing, a refusal with a reason, or a move, perhaps after a question.
 */
export type MovePlan =
  | { kind: 'nothing' }
  | { kind: 'refused'; reason: string }
  /**
   * `publishes`: whether readers will see something, at once or at the given time, that they would not see without the
   * move.
   */
  | { kind: 'move'; question: Question | null; publishes?: 'at-once' | 'later' };

/**
 * Plans a move to `at`, a date of the contract; `now` is in milliseconds since 1970. See docs/rules.md, "Calendar and
 * queue".
 */
export function planMove({ kind, post, at: before }: Entry, at: string, now: number): MovePlan {
  if (before === at) return { kind: 'nothing' };
  const isOver = Date.parse(at) <= now;
  if (kind === 'change') {
    if (isOver) return { kind: 'refused', reason: CHANGE_IS_LATE };
    return post.published ? LATER : { kind: 'move', question: null };
  }
  if (kind === 'live') return { kind: 'move', question: isOver ? otherDate(at, before) : goesOffline(at) };
  if (isOver) return { kind: 'move', question: atOnce(at), publishes: 'at-once' };
  return kind === 'draft' ? LATER : { kind: 'move', question: null };
}

/** The owner is asked only if findings stand against publishing. */
const LATER: MovePlan = { kind: 'move', question: null, publishes: 'later' };

const CHANGE_IS_LATE = 'That time is over. To put the change in its place now, open the post and publish it.';

const otherDate = (at: string, before: string | null): Question => ({
  title: 'Change the date of a live post?',
  description: `Readers, lists and feeds show ${dateAndTime(at)}${before === null ? '' : ` instead of ${dateAndTime(before)}`}.`,
  confirm: 'Change date',
});

const goesOffline = (at: string): Question => ({
  title: 'Take this live post offline?',
  description: `Readers see it no more, until it goes live again by itself on ${dateAndTime(at)}.`,
  confirm: 'Take offline',
  isDangerous: true,
});

const atOnce = (at: string): Question => ({
  title: 'Publish this post at once?',
  description: `${dateAndTime(at)} is over: readers see the post right away, with that date.`,
  confirm: 'Publish now',
});
