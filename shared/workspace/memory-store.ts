import type { DocumentKind, DraftSummary } from '#shared/contract/workspace.ts';
import { isExchanged, isUsedOnce, uniqueId as randomId } from './document-ids.ts';
import {
  byDocument,
  deletionHere,
  type Forgotten,
  forgetWords,
  isMissing,
  isSameChange,
  mergeIncoming,
} from './incoming.ts';
import { isGeneratedDraft } from './post-draft.ts';
import {
  type Deletion,
  type DocumentChange,
  type DocumentStore,
  type ExchangeStore,
  type ForeignChange,
  type NamedChange,
  NotKeptError,
  type Place,
} from './store-port.ts';
import { summaryOf } from './summaries/draft-summary.ts';
import { compactUpdates, hasSeen, withDeletion } from './tombstone.ts';

interface Row {
  kind: DocumentKind;
  updates: Uint8Array[];
  deletions: readonly Deletion[];
  forgotten: Forgotten | null;
}

interface Sendable {
  readonly change: NamedChange;
  /** The change's place in the server's log; null before the server has acknowledged it. */
  seq: number | null;
}

export interface MemoryStore extends ExchangeStore {
  /** Makes every further call fail with this cause, as a full disk would; null ends this. */
  fail(cause: unknown): void;
  /** Returns a second store with the same contents, like a copied disk. */
  copy(): MemoryStore;
}

interface MemoryStoreOptions {
  uniqueId?: () => string;
}

/** Creates a store that lives as long as the program: for tests, and for a window that has no other store. */
export function createMemoryStore({ uniqueId = randomId }: MemoryStoreOptions = {}): MemoryStore {
  return storeOf({ rows: new Map(), sendables: [], place: null, deletionCount: null, failure: null, uniqueId });
}

/** The contents of a store, and the cause with which it currently fails; null when it does not fail. */
interface Held {
  readonly rows: Map<string, Row>;
  sendables: Sendable[];
  place: Place | null;
  deletionCount: string | null;
  failure: { cause: unknown } | null;
  uniqueId(): string;
}

function storeOf(held: Held): MemoryStore {
  const answer: Answering = async (run) => {
    if (held.failure) throw new NotKeptError(held.failure.cause);
    return run();
  };
  return {
    ...documentsOf(held, answer),
    ...outboxOf(held, answer),
    ...exchangeOf(held, answer),
    fail(cause) {
      held.failure = cause === null ? null : { cause };
    },
    copy() {
      const { rows, sendables, place, deletionCount, uniqueId } = held;
      const copies = [...rows].map(([id, row]): [string, Row] => [id, { ...row, updates: [...row.updates] }]);
      const sent = sendables.map((each) => ({ ...each }));
      return storeOf({ rows: new Map(copies), sendables: sent, place, deletionCount, failure: null, uniqueId });
    },
  };
}

/** Resolves with the result of `run`, unless the store fails. */
type Answering = <T>(run: () => T) => Promise<T>;

function rowOf({ rows }: Held, id: string, kind: DocumentKind): Row {
  const row = rows.get(id) ?? { kind, updates: [], deletions: [], forgotten: null };
  rows.set(id, row);
  return row;
}

function send({ sendables, uniqueId }: Held, change: DocumentChange): void {
  if (isExchanged(change)) sendables.push({ change: { ...change, changeId: uniqueId() }, seq: null });
}

/** Returns the part that the admin writes to. */
function documentsOf(held: Held, answer: Answering): DocumentStore {
  const { rows } = held;
  return {
    list: (kind) =>
      answer(() => [...rows].filter(([, row]) => row.kind === kind && row.deletions.length === 0).map(([id]) => id)),
    load: (id) => answer(() => [...(rows.get(id)?.updates ?? [])]),
    summaries: () => answer(() => [...rows].flatMap(([id, row]) => summaryIn(id, row) ?? [])),
    append: ({ id, kind }, given) =>
      answer(() => {
        const row = rowOf(held, id, kind);
        const update = given.slice();
        row.updates.push(update);
        row.deletions = row.deletions.filter(({ seen }) => hasSeen(seen, update));
        send(held, { id, kind, type: 'update', update });
      }),
    remove: ({ id, kind, seen, at: time }) =>
      answer(() => {
        const row = rowOf(held, id, kind);
        const deletion = deletionHere({ seen, at: time }, row.updates, row.forgotten?.reach ?? null);
        if (deletion === null) return 'kept';
        const deletions = withDeletion(row.deletions, deletion);
        if (deletions !== row.deletions) send(held, { id, kind, type: 'delete', ...deletion });
        row.deletions = deletions;
        return 'removed';
      }),
    tombstones: () =>
      answer(() => [...rows].flatMap(([id, { kind, deletions }]) => deletions.map((each) => ({ id, kind, ...each })))),
    compact: (id) =>
      answer(() => {
        const row = rows.get(id);
        if (row && row.updates.length > 1) row.updates = [compactUpdates(row.updates)];
      }),
    purge: (before) =>
      answer(() => {
        for (const [id, row] of rows) {
          if (!isUsedOnce(id) || row.updates.length === 0 || !row.deletions.some(({ at: time }) => time < before))
            continue;
          row.forgotten = forgetWords(row.updates, row.forgotten);
          row.updates = [];
        }
      }),
  };
}

function summaryIn(id: string, { kind, updates, deletions }: Row): DraftSummary | null {
  const isListed = kind === 'draft' && deletions.length === 0 && !isGeneratedDraft(id);
  return isListed ? summaryOf(id, updates) : null;
}

/** Returns the part for changes that the server has not given back yet. */
function outboxOf(
  held: Held,
  answer: Answering,
): Pick<ExchangeStore, 'unsent' | 'waiting' | 'acknowledge' | 'enqueue'> {
  return {
    unsent: ({ limit, bytes, except }) =>
      answer(() => {
        const page: NamedChange[] = [];
        let size = 0;
        for (const { change, seq } of held.sendables) {
          if (seq !== null || except?.has(change.changeId)) continue;
          size += (change.type === 'update' ? change.update : change.seen).length;
          if (page.length === limit || (page.length > 0 && size > bytes)) break;
          page.push(change);
        }
        return page;
      }),
    waiting: () =>
      answer(() => {
        const counts = new Map<string, number>();
        for (const { change, seq } of held.sendables) {
          if (seq === null) counts.set(change.id, (counts.get(change.id) ?? 0) + 1);
        }
        return counts;
      }),
    acknowledge: (stored) =>
      answer(() => {
        const seqs = new Map(stored.map(({ id, seq }) => [id, seq]));
        for (const each of held.sendables) each.seq = seqs.get(each.change.changeId) ?? each.seq;
        // A change before the cursor was given back already, or cannot be given back under its own name any more.
        const passed = held.place?.cursor?.seq ?? -1;
        held.sendables = held.sendables.filter(
          ({ change, seq }) => !(seqs.has(change.changeId) && (seq ?? 0) <= passed),
        );
      }),
    enqueue: (changes, inPlaceOf = []) =>
      answer(() => {
        held.sendables = held.sendables.filter(
          ({ change, seq }) => seq !== null || !inPlaceOf.includes(change.changeId),
        );
        held.sendables.push(...changes.map((change) => ({ change, seq: null })));
      }),
  };
}

/** Returns the part for this device's place in the server's log, and for the changes it receives. */
function exchangeOf(
  held: Held,
  answer: Answering,
): Omit<ExchangeStore, keyof DocumentStore | 'unsent' | 'waiting' | 'acknowledge' | 'enqueue'> {
  const { rows } = held;
  return {
    receive: (changes, { siteId, cursor, isEnd }) =>
      answer(() => {
        const ours = new Map(held.sendables.map(({ change }) => [change.changeId, change]));
        const news = changes.filter((change) => !isSameChange(change, ours.get(change.changeId ?? '')));
        const back = new Set(changes.map(({ changeId }) => changeId));
        held.sendables = held.sendables.filter(({ change }) => !back.has(change.changeId));
        const unsent = new Set(held.sendables.map(({ change }) => change.id));
        const changed: ForeignChange[] = [];
        for (const incoming of byDocument(news)) {
          const { id, kind } = incoming;
          const row = rowOf(held, id, kind);
          const merged = mergeIncoming({ ...row, forgotten: row.forgotten?.reach ?? null }, incoming, unsent.has(id));
          row.updates.push(...incoming.updates);
          row.deletions = merged.deletions;
          if (merged.resend) send(held, { id, kind, type: 'update', update: merged.resend });
          if (merged.change) changed.push(merged.change);
        }
        if (isEnd) for (const each of held.sendables) each.seq = null;
        held.place = { siteId, cursor, isLost: !isEnd && (held.place?.isLost ?? false) };
        return changed;
      }),
    lacksBeginnings: (ids) =>
      answer(() => {
        const asked = ids === null ? [...rows.values()] : ids.flatMap((id) => rows.get(id) ?? []);
        return asked.some((row) => row.forgotten !== null && isMissing(row.forgotten, row));
      }),
    place: () => answer(() => held.place),
    startOver: (siteId) =>
      answer(() => {
        held.place = { siteId, cursor: null, isLost: true };
        for (const each of held.sendables) each.seq = null;
        for (const row of rows.values()) {
          if (row.forgotten && row.deletions.length === 0) row.forgotten = { ...row.forgotten, isAsked: true };
        }
      }),
    deletionCount: () => answer(() => held.deletionCount),
    keepDeletionCount: (count) =>
      answer(() => {
        held.deletionCount = count;
      }),
    documents: ({ after, limit }) =>
      answer(() =>
        [...rows]
          .filter(([id, { kind }]) => isExchanged({ id, kind }) && (after === null || id > after))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, limit)
          .map(([id, { kind, updates, deletions }]) => ({ id, kind, updates: [...updates], deletions })),
      ),
  };
}
