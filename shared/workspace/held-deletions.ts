import { type DocumentKind, documentKind, type ExchangeState } from '#shared/contract/workspace.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openDocument } from './document.ts';
import { isExchanged } from './document-ids.ts';
import { byDocument } from './incoming.ts';
import type { DocumentName, ExchangeStore, ForeignChange, ReceivedChange } from './store-port.ts';
import { joinUpdates, standing } from './tombstone.ts';

/** The same object while they are the same. */
export type HeldDeletions = NonNullable<ExchangeState['deletions']>;

/** `delete`: here too. `keep`: they stay, and are sent back to where they were deleted. */
export type DeletionAnswer = 'delete' | 'keep';

/** Fewer are never asked about. */
const FEW = 3;
/** What is deleted within this time counts together: a server decides by itself in how many pieces it says it. */
const TOGETHER_MS = 10 * 60_000;

/** Looks at the deletions that come in before they are carried out. */
export interface DeletionWatch {
  /**
   * Judges what is about to be taken in; true where it must wait for the owner. `isLast`: the server had no more to say for
   * now. The first page of a round opens the count, so what a server gives and takes away again in one round is not counted.
   */
  judge(changes: readonly ReceivedChange[], isLast: boolean): Promise<boolean>;
  /** What waits for the owner's word; null for nothing. */
  question(): HeldDeletions | null;
  /** This was taken in. */
  note(changed: readonly ForeignChange[]): void;
  /** The owner has said yes to what is held: it may be carried out. */
  allow(): void;
  /** What the owner is asked about: what would be deleted, and what of the same was deleted before the question came up. */
  asked(): Promise<DocumentName[]>;
  /** The owner has kept it. It counts still, so that the next one deleted by the same server is asked about again. */
  keep(): void;
  /** Forgets all of it. */
  reset(): void;
}

/** Documents deleted elsewhere since the first of them. */
interface Count {
  /** Those that lived here then. */
  readonly lived: ReadonlyMap<string, DocumentKind>;
  /** Those that were here when a later round began: made here, or kept from an earlier round. */
  readonly later: Map<string, DocumentKind>;
  readonly deleted: Map<string, DocumentName>;
  readonly allowed: ReadonlySet<string>;
  readonly kept: Map<string, DocumentName>;
}

interface DeletionWatchOptions {
  store: Pick<ExchangeStore, 'list' | 'load'>;
  timers: Timers;
  uniqueId(): string;
}

/**
 * The rule: of the documents of a kind that lived here, three or more and over half of them, deleted elsewhere within ten
 * minutes, are not deleted here before the owner says so. What the owner deletes on this device is not counted, neither
 * among the deleted nor among those that lived.
 */
export function createDeletionWatch({ store, timers, uniqueId }: DeletionWatchOptions): DeletionWatch {
  let count: Count | null = null;
  let held: { question: HeldDeletions; documents: readonly DocumentName[] } | null = null;
  /** The next page is the first of a round. */
  let isBeginning = true;
  let cancel = () => {};

  async function begin(): Promise<Count> {
    const lived = await livingIn(store);
    endLater();
    return { lived, later: new Map(), deleted: new Map(), allowed: new Set(), kept: new Map() };
  }
  function endLater(): void {
    cancel();
    cancel = timers.after(TOGETHER_MS, () => {
      // What waits for an answer must not pass because time does.
      if (held) endLater();
      else count = null;
    });
  }

  const watch: DeletionWatch = {
    async judge(changes, isLast) {
      if (count === null && isLast && !changes.some(({ type }) => type === 'delete')) return false;
      count ??= await begin();
      if (isBeginning) await addLater(store, count);
      const doomed = await doomedBy(store, changes, count);
      const { kinds, documents } = questionOf(doomed, count, await deletedHere(store, count));
      isBeginning = isLast || kinds.length > 0;
      if (kinds.length === 0) {
        held = null;
        if (isLast && doomed.length + count.deleted.size + count.kept.size === 0) watch.reset();
        return false;
      }
      const isSame = held !== null && sameIds(held.documents, documents);
      held = { question: isSame && held ? held.question : { key: uniqueId(), kinds }, documents };
      return true;
    },
    question: () => held?.question ?? null,
    note(changed) {
      for (const { id, kind, isRemoved } of changed) {
        if (!isRemoved) count?.deleted.delete(id);
        else if (count && isCounted(count, id)) count.deleted.set(id, { id, kind });
      }
    },
    allow() {
      if (count === null || held === null) return;
      count = withAllowed(count, held.documents);
      held = null;
    },
    async asked() {
      const asked: DocumentName[] = [];
      for (const name of held?.documents ?? []) {
        // What the owner has deleted here meanwhile stays deleted.
        const isHere = count?.deleted.has(name.id) || (await store.list(name.kind)).includes(name.id);
        if (isHere) asked.push(name);
      }
      return asked;
    },
    keep() {
      for (const each of held?.documents ?? []) {
        count?.deleted.delete(each.id);
        count?.kept.set(each.id, each);
      }
      held = null;
    },
    reset() {
      cancel();
      count = null;
      held = null;
    },
  };
  return watch;
}

/** The documents of a store that are exchanged, and their kinds. */
async function livingIn(store: Pick<ExchangeStore, 'list'>): Promise<Map<string, DocumentKind>> {
  const lived = new Map<string, DocumentKind>();
  for (const kind of documentKind.options) {
    for (const id of await store.list(kind)) if (isExchanged({ id, kind })) lived.set(id, kind);
  }
  return lived;
}

/** The count once the owner has said that these may be deleted: they are no part of it any more. */
function withAllowed(count: Count, documents: readonly DocumentName[]): Count {
  const ids = new Set(documents.map(({ id }) => id));
  const without = <Entry>(entries: ReadonlyMap<string, Entry>) => new Map([...entries].filter(([id]) => !ids.has(id)));
  return {
    ...count,
    lived: without(count.lived),
    later: without(count.later),
    deleted: without(count.deleted),
    allowed: new Set([...count.allowed, ...ids]),
  };
}

/** What was made here, or came in, since the count began is counted from the next round on. */
async function addLater(store: Pick<ExchangeStore, 'list'>, { lived, later, allowed }: Count): Promise<void> {
  for (const [id, kind] of await livingIn(store)) if (!lived.has(id) && !allowed.has(id)) later.set(id, kind);
}

function isCounted({ lived, later, allowed }: Count, id: string): boolean {
  return (lived.has(id) || later.has(id)) && !allowed.has(id);
}

/** Documents that counted and are gone because the owner has deleted them on this device: they are no part of the list. */
async function deletedHere(store: Pick<ExchangeStore, 'list'>, { lived, later, deleted }: Count): Promise<Set<string>> {
  const gone = new Set([...lived.keys(), ...later.keys()]);
  for (const id of [...(await livingIn(store)).keys(), ...deleted.keys()]) gone.delete(id);
  return gone;
}

/** The documents these changes would delete that live here and count. */
async function doomedBy(
  store: Pick<ExchangeStore, 'list' | 'load'>,
  changes: readonly ReceivedChange[],
  count: Count,
): Promise<DocumentName[]> {
  const doomed: DocumentName[] = [];
  const living = new Map<DocumentKind, Set<string>>();
  for (const { id, kind, updates, deletions } of byDocument(changes)) {
    if (deletions.length === 0 || !isCounted(count, id)) continue;
    const here = living.get(kind) ?? new Set(await store.list(kind));
    living.set(kind, here);
    if (!here.has(id)) continue;
    if (standing(deletions, [...(await store.load(id)), ...updates]).length > 0) doomed.push({ id, kind });
  }
  return doomed;
}

/** What the owner must be asked about before these are deleted as well; no kinds for nothing. */
function questionOf(
  doomed: readonly DocumentName[],
  { lived, later, deleted, kept }: Count,
  ownGone: ReadonlySet<string>,
) {
  const all = [...new Map([...deleted, ...doomed.map((each) => [each.id, each] as const)]).values()];
  const counted = new Set([...all, ...kept.values()].map(({ id }) => id));
  const kinds = documentKind.options.flatMap((kind) => {
    const isOne = (each: DocumentName) => each.kind === kind;
    const idsIn = (...lists: ReadonlyMap<string, DocumentKind>[]) =>
      lists.flatMap((list) => [...list]).flatMap(([id, each]) => (each === kind && !ownGone.has(id) ? [id] : []));
    const isMuch = (ids: readonly string[]) => {
      const lost = ids.filter((id) => counted.has(id)).length;
      return lost >= FEW && lost * 2 > ids.length;
    };
    const list = idsIn(lived, later);
    // What came later makes a list that was lost before no smaller a loss.
    const isAsked = doomed.some(isOne) && (isMuch(list) || isMuch(idsIn(lived)));
    return isAsked ? [{ kind, deleted: all.filter(isOne).length, of: list.length }] : [];
  });
  const documents = all.filter(({ kind }) => kinds.some((each) => each.kind === kind));
  return { kinds, documents };
}

/**
 * Makes documents live everywhere, whoever has deleted them: by an edit no deleter can have seen. Gives those this device
 * still has words of, each as one update.
 */
export async function bringBack(
  store: Pick<ExchangeStore, 'load' | 'append'>,
  names: readonly DocumentName[],
  now: number,
): Promise<ForeignChange[]> {
  const back: ForeignChange[] = [];
  for (const name of names) {
    const updates = await store.load(name.id);
    if (updates.length === 0) continue;
    const document = openDocument(name, updates);
    const before = document.stateVector();
    document.touch(now);
    const edit = document.encode(before);
    await store.append(name, edit);
    back.push({ ...name, update: joinUpdates([...updates, edit]), isRemoved: false });
  }
  return back;
}

function sameIds(one: readonly DocumentName[], other: readonly DocumentName[]): boolean {
  const ids = new Set(one.map(({ id }) => id));
  return ids.size === other.length && other.every(({ id }) => ids.has(id));
}
