import { z } from 'zod';
import { type DocumentKind, documentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DocumentName, ExchangeStore } from '../store-port.ts';

/**
 * Deletions within this time, in milliseconds, count together: the server alone decides over how many messages it
 * spreads them.
 */
const TOGETHER_MS = 10 * 60_000;

/** The documents deleted elsewhere since the first of these deletions. */
export interface DeletionCount {
  /** The documents that lived here at the first deletion. */
  readonly lived: Map<string, DocumentKind>;
  /** The documents that were here when a later round began: made here, or kept from an earlier round. */
  readonly later: Map<string, DocumentKind>;
  readonly deleted: Map<string, DocumentKind>;
  /** The documents whose deletion the owner has allowed. */
  readonly allowed: Set<string>;
  /** The documents that the owner has kept. */
  readonly kept: Map<string, DocumentKind>;
}

/** The count of a device, in memory and in its store, so that neither a restart nor another tab begins it anew. */
export interface KeptCount {
  /** Returns the current count; null when there is none. */
  now(): DeletionCount | null;
  /**
   * Does the same, but reads the count from the store the first time after a start. `living` returns the documents that
   * live here.
   */
  read(living: () => Promise<ReadonlyMap<string, DocumentKind>>): Promise<DeletionCount | null>;
  /** Begins a count, of the documents that live here. */
  begin(lived: Map<string, DocumentKind>): DeletionCount;
  /**
   * Stores the count, with imminent deletions counted as done: after a crash, those that were not done come in once
   * more, while those that were done would otherwise be missing. A count that counts nothing is not stored.
   */
  save(doomed?: readonly DocumentName[]): Promise<void>;
  /** Ends the count. */
  end(): void;
  /** Forgets the count in memory; it stays in the store. */
  rest(): void;
}

interface KeptCountOptions {
  store: Pick<ExchangeStore, 'deletionCount' | 'keepDeletionCount'>;
  clock: Clock;
  timers: Timers;
  /** Whether the owner is being asked: a pending question must not disappear because time passes. */
  isHeld(): boolean;
}

/** Creates a {@link KeptCount}. A count ends ten minutes after it began, but not while the owner is being asked. */
export function createKeptCount({ store, clock, timers, isHeld }: KeptCountOptions): KeptCount {
  let count: DeletionCount | null = null;
  /** The end of the count, in milliseconds since 1970. */
  let until = 0;
  /** The text in the store; undefined until it is read after the start. */
  let stored: string | null | undefined;
  let cancel = () => {};

  function endAfter(milliseconds: number): void {
    cancel();
    until = clock.now() + milliseconds;
    cancel = timers.after(milliseconds, () => {
      if (isHeld()) endAfter(TOGETHER_MS);
      else count = null;
    });
  }

  return {
    now: () => count,
    async read(living) {
      if (stored !== undefined) return count;
      const text = await store.deletionCount();
      const found = readCount(text);
      const left = found === null ? 0 : found.isHeld ? TOGETHER_MS : found.until - clock.now();
      // A document that lives was not deleted after all, or came back.
      const here = left > 0 ? await living() : new Map();
      stored = text;
      count = left > 0 && found !== null ? found.count : null;
      for (const id of here.keys()) count?.deleted.delete(id);
      // If the clock was put back, the count does not last longer because of it.
      if (count !== null) endAfter(Math.min(left, TOGETHER_MS));
      return count;
    },
    begin(lived) {
      count = { lived, later: new Map(), deleted: new Map(), allowed: new Set(), kept: new Map() };
      endAfter(TOGETHER_MS);
      return count;
    },
    async save(doomed = []) {
      // The exchange has stopped: the text in the store belongs to the start that has ended.
      if (stored === undefined) return;
      const text = count && writeCount(count, doomed, { until, isHeld: isHeld() });
      if (text === stored) return;
      await store.keepDeletionCount(text);
      stored = text;
    },
    end() {
      cancel();
      count = null;
    },
    rest() {
      cancel();
      count = null;
      stored = undefined;
    },
  };
}

const documents = z.array(z.tuple([z.string(), documentKind])).transform((pairs) => new Map(pairs));
const storedCount = z.object({
  until: z.number(),
  isHeld: z.boolean(),
  count: z.object({
    lived: documents,
    later: documents,
    deleted: documents,
    allowed: z.array(z.string()).transform((ids) => new Set(ids)),
    kept: documents,
  }),
});
type StoredCount = z.output<typeof storedCount>;

/** Returns null when there is no count, or it cannot be read: another begins with the next deletion. */
function readCount(text: string | null): StoredCount | null {
  if (text === null) return null;
  try {
    return storedCount.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Returns the count as JSON, with the doomed documents among the deleted; null when it counts nothing. */
function writeCount(
  { lived, later, deleted, allowed, kept }: DeletionCount,
  doomed: readonly DocumentName[],
  { until, isHeld }: Omit<StoredCount, 'count'>,
): string | null {
  const gone = new Map([...deleted, ...doomed.map(({ id, kind }) => [id, kind] as const)]);
  if (gone.size + kept.size === 0) return null;
  const lists = { lived: [...lived], later: [...later], deleted: [...gone], kept: [...kept] };
  return JSON.stringify({ until, isHeld, count: { ...lists, allowed: [...allowed] } });
}
