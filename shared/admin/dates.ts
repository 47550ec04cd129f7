import { format, formatDistance } from 'date-fns';

/** Returns "14 Mar 2026", in the owner's time zone. `iso` is a date of the contract. */
export function shortDate(iso: string): string {
  return format(new Date(iso), 'd MMM yyyy');
}

/** Returns "14 Mar 2026, 09:30", in the owner's time zone. */
export function dateAndTime(iso: string): string {
  return format(new Date(iso), 'd MMM yyyy, HH:mm');
}

/** Returns "09:30", in the owner's time zone. */
export function clockTime(iso: string): string {
  return format(new Date(iso), 'HH:mm');
}

/** Returns "3 minutes ago", "in 2 days". `now` is in milliseconds since 1970. */
export function timeAgo(iso: string, now: number): string {
  return formatDistance(new Date(iso), now, { addSuffix: true });
}

/**
 * Returns the value of an `<input type="datetime-local">` for a date of the contract: local time to the minute, '' for
 * none.
 */
export function toLocalInput(iso: string | null): string {
  return iso === null ? '' : format(new Date(iso), "yyyy-MM-dd'T'HH:mm");
}

/** Returns the date of the contract for the value of such an input; null if the input is empty. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
