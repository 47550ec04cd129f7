import { NotKeptError } from '../store-port.ts';

/**
 * Why an attempt failed. `offline`: no server of ours answers. `signed-out`: it wants a session. `cursor-unknown`: it
 * does not know our place in its log, or is another site. `refused`: it will not take these updates. `not-kept`: this
 * device's store failed. `trouble`: anything else, worth another try later.
 */
export type ExchangeFault = 'offline' | 'signed-out' | 'cursor-unknown' | 'refused' | 'not-kept' | 'trouble';

/** Statuses of something between us and a server that cannot be reached (RFC 9110 §15.6). */
const unreached: readonly unknown[] = [502, 503, 504];
/** Too large, or not what the server can read: the same bytes will not fare better. */
const refusing: readonly unknown[] = [400, 413, 422];

/** Judges an error by what the API client's errors carry: a status, or the name of one that had no answer of ours. */
export function faultOf(error: unknown): ExchangeFault {
  if (error instanceof NotKeptError) return 'not-kept';
  if (typeof error !== 'object' || error === null) return 'trouble';
  const { name, status } = error as { readonly name?: unknown; readonly status?: unknown };
  if (name === 'OfflineError' || name === 'UnexpectedAnswerError' || unreached.includes(status)) return 'offline';
  if (status === 401) return 'signed-out';
  if (status === 410) return 'cursor-unknown';
  return refusing.includes(status) ? 'refused' : 'trouble';
}

/** The places in a push of so many updates that a refusal names as faulty ("updates.3"); none where it names none. */
export function refusedPlaces(error: unknown, count: number): Set<number> {
  const { issues } = error as { readonly issues?: unknown };
  if (!Array.isArray(issues)) return new Set();
  const places = issues.map((issue: { readonly path?: unknown }) =>
    Number(/^updates\.(\d{1,4})\b/.exec(String(issue?.path))?.[1] ?? Number.NaN),
  );
  return new Set(places.filter((place) => place < count));
}

/** Changes of the server that no document can take in; they were passed over. */
export class UnreadableChanges extends Error {
  constructor(count: number) {
    super(`${count} ${count === 1 ? 'change' : 'changes'} of the server could not be read.`);
    this.name = 'UnreadableChanges';
  }
}
