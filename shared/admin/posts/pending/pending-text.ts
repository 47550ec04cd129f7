import type { PostSummary } from '#shared/contract/posts/post.ts';
import { dateAndTime } from '../../dates.ts';
import type { PostStatus } from '../post-status.ts';

type Pending = NonNullable<PostSummary['pending']>;

/**
 * The words for what happens to a post when the waiting change takes its place. A change does not decide whether
 * readers see the post.
 */
export interface PlaceWords {
  waits: string;
  button: string;
  done: string;
}

/**
 * Returns the words for a change beside a post of this state. `dueAt`: the time at which the change takes the post's
 * place, ISO 8601; null when the owner decides.
 */
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

/** Returns, in few words, what a change is waiting for. */
export function pendingText({ dueAt, problem }: Pick<Pending, 'dueAt' | 'problem'>): string {
  if (problem !== null) return 'Change needs you';
  return dueAt === null ? 'Change waits' : `Changes ${dateAndTime(dueAt)}`;
}
