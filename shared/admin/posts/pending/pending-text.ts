import type { PostSummary } from '#shared/contract/posts.ts';
import { dateAndTime } from '../../dates.ts';

type Pending = NonNullable<PostSummary['pending']>;

/** What a waiting change is waiting for, in few words. */
export function pendingText({ dueAt, problem }: Pick<Pending, 'dueAt' | 'problem'>): string {
  if (problem !== null) return 'Change needs you';
  return dueAt === null ? 'Change waits' : `Changes ${dateAndTime(dueAt)}`;
}
