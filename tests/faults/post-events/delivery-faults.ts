import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import { type AuditRow, timesLive } from './audit-trail.ts';
import type { LISTENERS } from './listener-files.ts';

type ByListener = Record<(typeof LISTENERS)[number], readonly string[]>;

/** The records that are left when every event has been delivered. */
export interface Seen {
  auditTrail: readonly AuditRow[];
  /** The time until which posts could go live. */
  end: string;
  events: readonly PostEvent[];
  /**
   * The ids of events: one entry for each time an event was given to a listener, and for each time a listener has acted
   * on it.
   */
  given: ByListener;
  done: ByListener;
}

/** Describes every broken rule: each going live is recorded once; each listener is told at least once and acts once. */
export function faultsOf({ auditTrail, end, events, given, done }: Seen): string[] {
  const faults: string[] = [];
  const rowsOf = Map.groupBy(auditTrail, ({ postId }) => postId);
  const eventsOf = Map.groupBy(events, ({ postId }) => postId);
  for (const [postId, rows] of rowsOf) {
    const all = eventsOf.get(postId) ?? [];
    const turns = all.filter(({ type }) => type === 'went-live' || type === 'taken-down');
    const goings = turns.filter(({ type }) => type === 'went-live');
    const expected = timesLive(rows, end);
    if (goings.length !== expected)
      faults.push(`post ${postId} went live ${expected} times, recorded were ${goings.length}`);
    if (turns.some(({ type }, index) => (type === 'went-live') !== (index % 2 === 0)))
      faults.push(`post ${postId} does not go up and down by turns`);
    if (goings.some(({ isFirst }, index) => isFirst !== (index === 0)))
      faults.push(`post ${postId}: not the first time alone is recorded as the first`);
  }
  if (new Set(events.map(({ id }) => id)).size !== events.length) faults.push('two events have one id');
  const isNews = ({ cause }: PostEvent) => cause !== 'import' && cause !== 'restore';
  const idsOf = (list: readonly PostEvent[]) => list.map(({ id }) => id);
  const wanted = { outside: idsOf(events.filter(isNews)), inside: idsOf(events) };
  for (const name of ['outside', 'inside'] as const) {
    const missing = wanted[name].filter((id) => !given[name].includes(id));
    if (missing.length > 0) faults.push(`the listener ${name} was never told ${missing.length} events`);
    // The order must be right too: events that are given again come before new ones.
    if (done[name].join() !== wanted[name].join())
      faults.push(`the listener ${name} has done ${done[name].length} things for ${wanted[name].length} events`);
  }
  return faults;
}
