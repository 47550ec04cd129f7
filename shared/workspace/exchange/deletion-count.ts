import { z } from 'zod';
import { type DocumentKind, documentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DocumentName, ExchangeStore } from '../store-port.ts';

/** What is deleted within this time counts together: a server decides by itself in how many pieces it says it. */
const TOGETHER_MS = 10 * 60_000;

/** Documents deleted elsewhere since the first of them. */
export interface DeletionCount {
  /** Those that lived here then. */
  readonly lived: Map<string, DocumentKind>;
  /** Those that were here when a later round began: made here, or kept from an earlier round. */
  readonly later: Map<string, DocumentKind>;
  readonly deleted: Map<string, DocumentKind>;
  /** Those the owner lets go. */
  readonly allowed: Set<string>;
  /** Those the owner has kept. */
  readonly kept: Map<string, DocumentKind>;
}

/** The count of a device, in memory and in its store: neither a restart nor another tab makes it begin anew. */
export interface KeptCount {
  /** The count that goes on; null for none. */
  now(): DeletionCount | null;
  /** The same, read from the store the first time after a start. `living` tells what lives here. */
  read(living: () => Promise<ReadonlyMap<string, DocumentKind>>): Promise<DeletionCount | null>;
  /** Begins one, of the documents that live here. */
  begin(lived: Map<string, DocumentKind>): DeletionCount;
  /**
   * Stores the count, with what is about to be deleted as if it were: what a crash leaves undone comes in once more, while
   * what it did would be missing. A count that counts nothing is not stored.
   */
  save(doomed?: readonly DocumentName[]): Promise<void>;
  /** Ends it. */
  end(): void;
  /** Forgets it here; the store has it still. */
  rest(): void;
}

interface KeptCountOptions {
  store: Pick<ExchangeStore, 'deletionCount' | 'keepDeletionCount'>;
  clock: Clock;
  timers: Timers;
  /** Whether the owner is being asked: what waits for an answer must not pass because time does. */
  isHeld(): boolean;
}

/** See {@link KeptCount}. A count ends ten minutes after it began, and not while the owner is asked. */
export function createKeptCount({ store, clock, timers, isHeld }: KeptCountOptions): KeptCount {
  let count: DeletionCount | null = null;
  /** Milliseconds since 1970. */
  let until = 0;
  /** What the store has; undefined while nobody has asked since the start. */
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
      // What lives was not deleted after all, or came back.
      const here = left > 0 ? await living() : new Map();
      stored = text;
      count = left > 0 && found !== null ? found.count : null;
      for (const id of here.keys()) count?.deleted.delete(id);
      // Where the clock was put back, the count ends no later for it.
      if (count !== null) endAfter(Math.min(left, TOGETHER_MS));
      return count;
    },
    begin(lived) {
      count = { lived, later: new Map(), deleted: new Map(), allowed: new Set(), kept: new Map() };
      endAfter(TOGETHER_MS);
      return count;
    },
    async save(doomed = []) {
      // At rest: what the store has is of a start that has ended.
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

/** Null for none, and for one that cannot be read: another begins with the next deletion. */
function readCount(text: string | null): StoredCount | null {
  if (text === null) return null;
  try {
    return storedCount.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The count as JSON, with the doomed among the deleted; null where it counts nothing. */
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
