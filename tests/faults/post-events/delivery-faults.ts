import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import { type AuditRow, timesLive } from './audit-trail.ts';
import type { LISTENERS } from './listener-files.ts';

type ByListener = Record<(typeof LISTENERS)[number], readonly string[]>;

/** What was left behind when every event had been delivered. */
export interface Seen {
  auditTrail: readonly AuditRow[];
  /** Until when posts could go live. */
  end: string;
  events: readonly PostEvent[];
  /** Ids, each time one was given to a listener, and each time a listener has done something for it. */
  given: ByListener;
  done: ByListener;
}

/** Every broken rule, in words: one record for each going live; each listener told at least once, acting once. */
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
    // In their order as well: what is given again comes before what is new.
    if (done[name].join() !== wanted[name].join())
      faults.push(`the listener ${name} has done ${done[name].length} things for ${wanted[name].length} events`);
  }
  return faults;
}
