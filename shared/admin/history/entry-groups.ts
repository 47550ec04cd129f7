import type { HistoryEntry } from '#shared/contract/history.ts';

/** The least number of entries of a group; fewer entries are shown one by one. */
const LEAST = 4;
/**
 * The longest time, in milliseconds, between two entries of one action: an action notes the same time for all its
 * entries, or makes them one right after the other.
 */
const APART = 2000;

/** What one action did to one thing, or to many of a kind. `entries` has at least one entry; the latest comes first. */
export interface EntryGroup {
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
}

/** Groups the entries that one action made: those of one kind and origin, one right after the other. */
export function groupsOf(entries: readonly HistoryEntry[]): EntryGroup[] {
  const groups: [HistoryEntry, ...HistoryEntry[]][] = [];
  for (const entry of entries) {
    const last = groups.at(-1);
    if (last && isOfOneAction(last.at(-1) ?? last[0], entry)) last.push(entry);
    else groups.push([entry]);
  }
  return groups.flatMap((group): EntryGroup[] =>
    group.length < LEAST ? group.map((entry) => ({ entries: [entry] })) : [{ entries: group }],
  );
}

/** Whether two neighbouring entries of the list were made by one action. */
export function isOfOneAction(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= APART &&
    one.kind === other.kind &&
    one.action === other.action &&
    one.origin.kind === other.origin.kind &&
    one.origin.device === other.origin.device
  );
}
