import { type DocumentKind, documentKind, type ExchangeState } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openDocument } from '../document.ts';
import { isExchanged } from '../document-ids.ts';
import { byDocument } from '../incoming.ts';
import type { DocumentName, ExchangeStore, ForeignChange, ReceivedChange } from '../store-port.ts';
import { joinUpdates, standing } from '../tombstone.ts';
import { createKeptCount, type DeletionCount } from './deletion-count.ts';

/** The same object while they are the same. */
export type HeldDeletions = NonNullable<ExchangeState['deletions']>;

/** `delete`: here too. `keep`: they stay, and are sent back to where they were deleted. */
export type DeletionAnswer = 'delete' | 'keep';

/** Fewer are never asked about. */
const FEW = 3;

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
  allow(): Promise<void>;
  /** What the owner is asked about: what would be deleted, and what of the same was deleted before the question came up. */
  asked(): Promise<DocumentName[]>;
  /** The owner has kept it. It counts still, so that the next one deleted by the same server is asked about again. */
  keep(): Promise<void>;
  /** The exchange stops: all of it is forgotten, but for what the store has. */
  rest(): void;
}

interface DeletionWatchOptions {
  store: Pick<ExchangeStore, 'list' | 'load' | 'deletionCount' | 'keepDeletionCount'>;
  clock: Clock;
  timers: Timers;
  uniqueId(): string;
}

/**
 * The rule: of the documents of a kind that lived here, three or more and over half of them, deleted elsewhere within ten
 * minutes, are not deleted here before the owner says so. What the owner deletes on this device is not counted, neither
 * among the deleted nor among those that lived.
 */
export function createDeletionWatch({ store, clock, timers, uniqueId }: DeletionWatchOptions): DeletionWatch {
  let held: { question: HeldDeletions; documents: readonly DocumentName[] } | null = null;
  /** The next page is the first of a round. */
  let isBeginning = true;
  const counts = createKeptCount({ store, clock, timers, isHeld: () => held !== null });
  const living = () => livingIn(store);

  return {
    async judge(changes, isLast) {
      const before = await counts.read(living);
      if (before === null && isLast && !changes.some(({ type }) => type === 'delete')) return false;
      const count = before ?? counts.begin(await living());
      if (isBeginning) await addLater(store, count);
      const doomed = await doomedBy(store, changes, count);
      const { kinds, documents } = questionOf(doomed, count, await deletedHere(store, count));
      isBeginning = isLast || kinds.length > 0;
      if (kinds.length === 0) {
        held = null;
        if (isLast && doomed.length + count.deleted.size + count.kept.size === 0) counts.end();
      } else {
        const isSame = held !== null && sameIds(held.documents, documents);
        held = { question: isSame && held ? held.question : { key: uniqueId(), kinds }, documents };
      }
      await counts.save(doomed);
      return held !== null;
    },
    question: () => held?.question ?? null,
    note(changed) {
      const count = counts.now();
      for (const { id, kind, isRemoved } of changed) {
        if (!isRemoved) count?.deleted.delete(id);
        else if (count && isCounted(count, id)) count.deleted.set(id, kind);
      }
    },
    async allow() {
      const count = counts.now();
      if (count === null || held === null) return;
      for (const { id } of held.documents) letGo(count, id);
      held = null;
      await counts.save();
    },
    async asked() {
      const asked: DocumentName[] = [];
      for (const name of held?.documents ?? []) {
        // What the owner has deleted here meanwhile stays deleted.
        const isHere = counts.now()?.deleted.has(name.id) || (await store.list(name.kind)).includes(name.id);
        if (isHere) asked.push(name);
      }
      return asked;
    },
    async keep() {
      for (const { id, kind } of held?.documents ?? []) {
        counts.now()?.deleted.delete(id);
        counts.now()?.kept.set(id, kind);
      }
      held = null;
      await counts.save();
    },
    rest() {
      held = null;
      isBeginning = true;
      counts.rest();
    },
  };
}

/** The documents of a store that are exchanged, and their kinds. */
async function livingIn(store: Pick<ExchangeStore, 'list'>): Promise<Map<string, DocumentKind>> {
  const lived = new Map<string, DocumentKind>();
  for (const kind of documentKind.options) {
    for (const id of await store.list(kind)) if (isExchanged({ id, kind })) lived.set(id, kind);
  }
  return lived;
}

/** The owner has said that this document may be deleted: it is no part of the count any more. */
function letGo({ lived, later, deleted, allowed }: DeletionCount, id: string): void {
  for (const documents of [lived, later, deleted]) documents.delete(id);
  allowed.add(id);
}

/** What was made here, or came in, since the count began is counted from the next round on. */
async function addLater(store: Pick<ExchangeStore, 'list'>, { lived, later, allowed }: DeletionCount): Promise<void> {
  for (const [id, kind] of await livingIn(store)) if (!lived.has(id) && !allowed.has(id)) later.set(id, kind);
}

function isCounted({ lived, later, allowed }: DeletionCount, id: string): boolean {
  return (lived.has(id) || later.has(id)) && !allowed.has(id);
}

/** Documents that counted and are gone because the owner has deleted them on this device: they are no part of the list. */
async function deletedHere(
  store: Pick<ExchangeStore, 'list'>,
  { lived, later, deleted }: DeletionCount,
): Promise<Set<string>> {
  const gone = new Set([...lived.keys(), ...later.keys()]);
  for (const id of [...(await livingIn(store)).keys(), ...deleted.keys()]) gone.delete(id);
  return gone;
}

/** The documents these changes would delete that live here and count. */
async function doomedBy(
  store: Pick<ExchangeStore, 'list' | 'load'>,
  changes: readonly ReceivedChange[],
  count: DeletionCount,
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
  { lived, later, deleted, kept }: DeletionCount,
  ownGone: ReadonlySet<string>,
) {
  const names = new Map([...deleted, ...doomed.map(({ id, kind }) => [id, kind] as const)]);
  const all = [...names].map(([id, kind]): DocumentName => ({ id, kind }));
  const counted = new Set([...names.keys(), ...kept.keys()]);
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
