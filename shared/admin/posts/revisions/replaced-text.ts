import { timeAgo } from '../../dates.ts';

/**
 * Returns when a version was replaced by the next. `iso` is a date of the contract, `now` is in milliseconds since
 * 1970.
 */
export function replacedText(iso: string, now: number): string {
  return now - Date.parse(iso) < 60_000 ? 'Replaced just now' : `Replaced ${timeAgo(iso, now)}`;
}
