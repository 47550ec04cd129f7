import { type DocumentKind, documentKind, type ExchangeState } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { openDocument } from '../document.ts';
import { isExchanged } from '../document-ids.ts';
import { byDocument } from '../incoming.ts';
import type { DocumentName, ExchangeStore, ForeignChange, ReceivedChange } from '../store-port.ts';
import { joinUpdates, standing } from '../tombstone.ts';
import { createKeptCount, type DeletionCount } from './deletion-count.ts';

/** The same object while the held deletions are the same. */
export type HeldDeletions = NonNullable<ExchangeState['deletions']>;

/** `delete`: delete them here too. `keep`: keep them, and send them back to where they were deleted. */
export type DeletionAnswer = 'delete' | 'keep';

/** The owner is never asked about fewer documents than this. */
const FEW = 3;

/** Examines incoming deletions before they are carried out. */
export interface DeletionWatch {
  /**
   * Judges incoming changes; returns true when they must wait for the owner. `isLast`: the server has nothing more to
   * send for now. The first page of a round opens the count, so documents that a server sends and deletes again in one
   * round are not counted.
   */
  judge(changes: readonly ReceivedChange[], isLast: boolean): Promise<boolean>;
  /** Returns the question that waits for the owner; null when there is none. */
  question(): HeldDeletions | null;
  /** Notes changes that were stored. */
  note(changed: readonly ForeignChange[]): void;
  /** Called when the owner has agreed to the held deletions: they may be carried out. */
  allow(): Promise<void>;
  /**
   * Returns the documents in question: those that would be deleted, and those of the same kinds that were deleted
   * before the question came up.
   */
  asked(): Promise<DocumentName[]>;
  /**
   * Called when the owner has kept the documents. They still count, so that the next one that the same server deletes
   * is asked about again.
   */
  keep(): Promise<void>;
  /** Forgets everything except what is in the store, because the exchange stops. */
  rest(): void;
}

interface DeletionWatchOptions {
  store: Pick<ExchangeStore, 'list' | 'load' | 'deletionCount' | 'keepDeletionCount'>;
  clock: Clock;
  timers: Timers;
  uniqueId(): string;
}

/**
 * The rule: if three or more documents of a kind, and over half of those that lived here, are deleted elsewhere within
 * ten minutes, they are not deleted here before the owner agrees. Documents that the owner deletes on this device are
 * not counted, neither among the deleted nor among those that lived.
 */
export function createDeletionWatch({ store, clock, timers, uniqueId }: DeletionWatchOptions): DeletionWatch {
  let held: { question: HeldDeletions; documents: readonly DocumentName[] } | null = null;
  /** Whether the next page is the first of a round. */
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
        // A document that the owner has deleted here in the meantime stays deleted.
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

/** Returns the documents of a store that are exchanged, with their kinds. */
async function livingIn(store: Pick<ExchangeStore, 'list'>): Promise<Map<string, DocumentKind>> {
  const lived = new Map<string, DocumentKind>();
  for (const kind of documentKind.options) {
    for (const id of await store.list(kind)) if (isExchanged({ id, kind })) lived.set(id, kind);
  }
  return lived;
}

/** Removes a document from the count, because the owner has allowed its deletion. */
function letGo({ lived, later, deleted, allowed }: DeletionCount, id: string): void {
  for (const documents of [lived, later, deleted]) documents.delete(id);
  allowed.add(id);
}

/** Adds the documents that were made here, or came in, since the count began: they count from the next round on. */
async function addLater(store: Pick<ExchangeStore, 'list'>, { lived, later, allowed }: DeletionCount): Promise<void> {
  for (const [id, kind] of await livingIn(store)) if (!lived.has(id) && !allowed.has(id)) later.set(id, kind);
}

function isCounted({ lived, later, allowed }: DeletionCount, id: string): boolean {
  return (lived.has(id) || later.has(id)) && !allowed.has(id);
}

/**
 * Returns the counted documents that are gone because the owner has deleted them on this device: they are not part of
 * the list.
 */
async function deletedHere(
  store: Pick<ExchangeStore, 'list'>,
  { lived, later, deleted }: DeletionCount,
): Promise<Set<string>> {
  const gone = new Set([...lived.keys(), ...later.keys()]);
  for (const id of [...(await livingIn(store)).keys(), ...deleted.keys()]) gone.delete(id);
  return gone;
}

/** Returns the counted documents that live here and that these changes would delete. */
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

/**
 * Returns the question for the owner before these documents are deleted as well; without kinds when there is nothing to
 * ask.
 */
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
    // Later documents do not make the loss of an earlier list any smaller.
    const isAsked = doomed.some(isOne) && (isMuch(list) || isMuch(idsIn(lived)));
    return isAsked ? [{ kind, deleted: all.filter(isOne).length, of: list.length }] : [];
  });
  const documents = all.filter(({ kind }) => kinds.some((each) => each.kind === kind));
  return { kinds, documents };
}

/**
 * Makes documents live everywhere again, whichever device has deleted them, by an edit that no deleter can have seen.
 * Returns those of which this device still has words, each as one update.
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
