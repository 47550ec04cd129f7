const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Until a letter the mail server has put off is tried again, by how often it was: two days in all. */
const TRIES = [5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 20 * HOUR];

/** Milliseconds to the next try after this many; null when it has been tried for long enough. */
export function nextTryAfter(attempts: number): number | null {
  return TRIES[attempts - 1] ?? null;
}

/** How long nothing is sent after the mail server could not be reached, by how often it could not. */
const RESTS = [30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE];
export const LONGEST_REST = 15 * MINUTE;

export function restAfter(failures: number): number {
  return RESTS[failures - 1] ?? LONGEST_REST;
}

/**
 * How often a letter is tried again whose answer was lost while the server ran: its reader may have it each time, so that
 * few times are enough.
 */
export const MOST_LOSSES = 3;

/** Refusals in a row after which they are taken to be about the letter or its sender, and no more are tried. */
export const REFUSALS_IN_ROW = 20;
