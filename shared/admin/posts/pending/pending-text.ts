import type { PostSummary } from '#shared/contract/posts/post.ts';
import { dateAndTime } from '../../dates.ts';
import type { PostStatus } from '../post-status.ts';

type Pending = NonNullable<PostSummary['pending']>;

/** What becomes of a post when the change beside it takes its place: whether readers see it is no part of a change. */
export interface PlaceWords {
  waits: string;
  button: string;
  done: string;
}

/** What is said of a change beside a post of this state. `dueAt`: when it takes its place, ISO 8601; null for when the owner says so. */
export function placeWords(status: PostStatus, dueAt: string | null): PlaceWords {
  const when = dueAt === null ? 'when you say so' : `on ${dateAndTime(dueAt)}`;
  switch (status) {
    case 'Published':
      return {
        waits: `It goes live ${dueAt === null ? 'when you publish it' : when}. Readers see the post as it is here until then.`,
        button: 'Publish change now',
        done: 'Pending change published',
      };
    case 'Scheduled':
      return {
        waits: `It takes the place of what is here ${when}. Readers see the post from its own time on.`,
        button: 'Put change in place',
        done: 'The change is in place. The post is still scheduled.',
      };
    case 'Draft':
      return {
        waits: `It takes the place of what is here ${when}. The post stays a draft: nothing of it is live.`,
        button: 'Put change in place',
        done: 'The change is in place. The post is still a draft.',
      };
  }
}

/** What a waiting change is waiting for, in few words. */
export function pendingText({ dueAt, problem }: Pick<Pending, 'dueAt' | 'problem'>): string {
  if (problem !== null) return 'Change needs you';
  return dueAt === null ? 'Change waits' : `Changes ${dateAndTime(dueAt)}`;
}
