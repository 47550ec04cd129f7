import type { WorkingCopy } from '#shared/workspace/post-draft.ts';
import type { PostValues } from '#shared/workspace/post-values.ts';
import { dateAndTime } from '../../../dates.ts';
import { postStatus } from '../../post-status.ts';

type Plan = Pick<PostValues, 'published' | 'publishedAt'>;

/** Whether the date is in the future. `now` is in milliseconds since 1970. */
export function isToCome(publishedAt: string | null, now: number): boolean {
  return publishedAt !== null && Date.parse(publishedAt) > now;
}

/**
 * Returns what Create Post and Update Post will do with these values, in words. `base` is the version from which they
 * were made, null for a new post. A date in the future schedules the post, whatever Published says (docs/rules.md,
 * "Post form").
 */
export function submitText(values: Plan, base: Pick<WorkingCopy, 'baseText'> | null, now: number): string {
  const before = base === null ? 'Draft' : postStatus(base.baseText, now);
  if (values.publishedAt !== null && isToCome(values.publishedAt, now)) {
    const date = dateAndTime(values.publishedAt);
    return before === 'Published' ? `Takes the live post offline until ${date}` : `Goes live on ${date}`;
  }
  if (values.published) return before === 'Published' ? 'Updates the live post' : 'Publishes now';
  return unpublished[before];
}

const unpublished: Record<ReturnType<typeof postStatus>, string> = {
  Draft: 'Saves a draft',
  Scheduled: 'Saves a draft that is no longer scheduled',
  Published: 'Takes the live post offline, as a draft',
};
