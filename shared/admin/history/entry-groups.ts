import type { HistoryEntry } from '#shared/contract/history.ts';

/** Fewer are shown one by one. */
const LEAST = 4;
/** Milliseconds between two entries of one action: it notes one time for all, or does one thing right after the other. */
const APART = 2000;

/** What one action did to one thing, or to many of a kind: `entries` has at least one, the last first. */
export interface EntryGroup {
  entries: readonly [HistoryEntry, ...HistoryEntry[]];
}

/** Entries that one action made stand together: of one kind and origin, one right after the other. */
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

/** Whether two entries, one next to the other in the list, were made by one action. */
export function isOfOneAction(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= APART &&
    one.kind === other.kind &&
    one.action === other.action &&
    one.origin.kind === other.origin.kind &&
    one.origin.device === other.origin.device
  );
}
