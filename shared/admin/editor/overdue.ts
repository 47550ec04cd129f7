import type { SaveRequest } from './save-states.ts';

/**
 * The time a save was to go live at, ISO 8601, where it was to come when the owner asked for it (`since`) and has passed
 * since: sent now, it goes live at once. Null for all others, those of a post the server knows to go live then included.
 * Times in milliseconds since 1970.
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

/** Whether a time, ISO 8601, was to come at `since` and is over `now`. */
export function hasPassed(time: string, since: number, now: number): boolean {
  const at = Date.parse(time);
  return at > since && at <= now;
}
