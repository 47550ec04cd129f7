import { format, formatDistance } from 'date-fns';

/** "14 Mar 2026", in the owner's time zone. `iso` is a date of the contract. */
export function shortDate(iso: string): string {
  return format(new Date(iso), 'd MMM yyyy');
}

/** "14 Mar 2026, 09:30", in the owner's time zone. */
export function dateAndTime(iso: string): string {
  return format(new Date(iso), 'd MMM yyyy, HH:mm');
}

/** "09:30", in the owner's time zone. */
export function clockTime(iso: string): string {
  return format(new Date(iso), 'HH:mm');
}

/** "3 minutes ago", "in 2 days". `now` in milliseconds since 1970. */
export function timeAgo(iso: string, now: number): string {
  return formatDistance(new Date(iso), now, { addSuffix: true });
}

/** What an `<input type="datetime-local">` holds for a date of the contract: local time to the minute, '' for none. */
export function toLocalInput(iso: string | null): string {
  return iso === null ? '' : format(new Date(iso), "yyyy-MM-dd'T'HH:mm");
}

/** The date of the contract for what stands in such an input; null where nothing does. */
export function fromLocalInput(text: string): string | null {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
