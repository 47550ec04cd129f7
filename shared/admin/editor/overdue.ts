import type { SaveRequest } from './save-states.ts';

/**
 * Returns the time, ISO 8601, at which a save was meant to go live, if that time was still to come when the owner asked
 * for the save (`since`) and has passed since: sent now, the post would go live at once. Null in all other cases,
 * including a post that the server already knows to go live then. Times are in milliseconds since 1970.
 */
export function overdueTime(
  { intent, base, values }: Pick<SaveRequest, 'intent' | 'base' | 'values'>,
  since: number,
  now: number,
): string | null {
  const { published, publishedAt } = values;
  if (intent === 'draft' || !published || publishedAt === null) return null;
  if (base?.published && base.publishedAt === publishedAt) return null;
  return hasPassed(publishedAt, since, now) ? publishedAt : null;
}

/** Whether a time, ISO 8601, was in the future at `since` and has passed at `now`. */
export function hasPassed(time: string, since: number, now: number): boolean {
  const at = Date.parse(time);
  return at > since && at <= now;
}
