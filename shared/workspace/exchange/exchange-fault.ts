import { NotKeptError } from '../store-port.ts';

/**
 * The reason why an attempt failed. `offline`: no Ninefold server answers. `signed-out`: the server requires a session.
 * `cursor-unknown`: the server does not know this device's place in its log, or is another site. `refused`: the server
 * does not accept these updates. `not-kept`: this device's store failed. `trouble`: any other error, worth a retry
 * later.
 */
export type ExchangeFault = 'offline' | 'signed-out' | 'cursor-unknown' | 'refused' | 'not-kept' | 'trouble';

/** Statuses of a gateway between this device and a server that cannot be reached (RFC 9110 §15.6). */
const unreached: readonly unknown[] = [502, 503, 504];
/**
 * Statuses for updates that are too large or unreadable for the server: a retry with the same bytes would fail again.
 */
const refusing: readonly unknown[] = [400, 413, 422];

/**
 * Classifies an error by the data that the API client's errors carry: a status, or the name of an error without an
 * answer from the server.
 */
export function faultOf(error: unknown): ExchangeFault {
  if (error instanceof NotKeptError) return 'not-kept';
  if (typeof error !== 'object' || error === null) return 'trouble';
  const { name, status } = error as { readonly name?: unknown; readonly status?: unknown };
  if (name === 'OfflineError' || name === 'UnexpectedAnswerError' || unreached.includes(status)) return 'offline';
  if (status === 401) return 'signed-out';
  if (status === 410) return 'cursor-unknown';
  return refusing.includes(status) ? 'refused' : 'trouble';
}

/**
 * Returns the places that a refusal names as faulty ("updates.3"), in a push of `count` updates; none when it names
 * none.
 */
export function refusedPlaces(error: unknown, count: number): Set<number> {
  const { issues } = error as { readonly issues?: unknown };
  if (!Array.isArray(issues)) return new Set();
  const places = issues.map((issue: { readonly path?: unknown }) =>
    Number(/^updates\.(\d{1,4})\b/.exec(String(issue?.path))?.[1] ?? Number.NaN),
  );
  return new Set(places.filter((place) => place < count));
}

/** Thrown or reported for changes of the server that no document can apply; they were skipped. */
export class UnreadableChanges extends Error {
  constructor(count: number) {
    super(`${count} ${count === 1 ? 'change' : 'changes'} of the server could not be read.`);
    this.name = 'UnreadableChanges';
  }
}
