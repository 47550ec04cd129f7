// Days and months in UTC as numbers for calculations.

/** A day in milliseconds. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the number of the day since 1970-01-01, for a time in milliseconds since then. */
export function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

/** Returns the number of a month: twelve times the year, plus the months of that year that are over. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** Returns the number of the first day of a month. */
export function firstDayOf(month: number): number {
  return dayOf(Date.UTC(Math.floor(month / 12), month % 12));
}

/** "2026-11-25" */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** "2026-11" */
export function monthText(month: number): string {
  return dayText(firstDayOf(month)).slice(0, 7);
}
