const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * Pauses before a letter that the mail server has deferred is tried again, by the number of attempts: two days in all.
 */
const TRIES = [5 * MINUTE, 15 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR, 20 * HOUR];

/** Milliseconds to the next attempt after this many attempts; null when there were enough. */
export function nextTryAfter(attempts: number): number | null {
  return TRIES[attempts - 1] ?? null;
}

/** Pauses in which nothing is sent because the mail server could not be reached, by the number of failures. */
const RESTS = [30_000, MINUTE, 2 * MINUTE, 5 * MINUTE, 10 * MINUTE, 15 * MINUTE];
export const LONGEST_REST = 15 * MINUTE;

export function restAfter(failures: number): number {
  return RESTS[failures - 1] ?? LONGEST_REST;
}

/**
 * The largest number of times that a letter is sent again because the answer was lost while the server ran: the
 * recipient may have received it each time, so the number is small.
 */
export const MOST_LOSSES = 3;

/**
 * The number of consecutive refusals after which the letter or its sender is assumed to be the cause, and sending
 * stops.
 */
export const REFUSALS_IN_ROW = 20;
