import type { TellEdge } from '#server/adapters/edge-client.ts';
import { CROWDED_PAGE, EVERY_PAGE } from '#server/http/edge-headers.ts';
import type { EdgeState } from '#shared/contract/operation/edge.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/**
 * The number of tags in one call, in addition to {@link CROWDED_PAGE} and the mark's: no common edge accepts fewer than
 * thirty.
 */
const AT_ONCE = 28;
/** If more tags than this are waiting, they are replaced by a single one: everything. */
const MOST_WAITING = 600;
/** Milliseconds between the first failure and the second attempt; doubled for each further attempt. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60 * 1000;

interface EdgePurgesOptions {
  tell: TellEdge;
  timers: Timers;
  clock: Clock;
  onError: (error: unknown) => void;
}

export interface EdgePurges {
  /**
   * Has the pages that depend on these tags dropped soon; the caller does not wait for it. With `isGone` the pages may
   * not be shown as stale copies either, even when the server has trouble: the owner has taken something down.
   */
  add(tags: Iterable<string>, options?: { isGone: boolean }): void;
  /** Has every page dropped. */
  addEverything(): void;
  status(): EdgeState;
  /** Aborts the call that is running: the next start has everything dropped. */
  close(): Promise<void>;
}

/**
 * Tells one edge in front of the server what to drop: each tag once, many in one call, repeated until the edge has
 * accepted the call. Waiting tags are kept in memory only, because the first message after each start is that
 * everything is dropped: that covers calls that a kill has cut off, changes that other processes made meanwhile, and a
 * new version of the program, whose pages differ although nothing was written.
 */
export function createEdgePurges({ tell, timers, clock, onError }: EdgePurgesOptions): EdgePurges {
  const stopped = new AbortController();
  /** Tags, each with whether its pages are gone. */
  let waiting = new Map<string, boolean>();
  let underWay = 0;
  let running: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  let failures = 0;
  let lastAt: number | null = null;
  let failure: { since: number; message: string } | null = null;

  const add = (tags: Iterable<string>, { isGone } = { isGone: false }) => {
    if (stopped.signal.aborted) return;
    for (const tag of tags) waiting.set(tag, isGone || (waiting.get(tag) ?? false));
    if (waiting.size > MOST_WAITING) waiting = new Map([[EVERY_PAGE, [...waiting.values()].includes(true)]]);
    if (waiting.has(EVERY_PAGE)) waiting = withEverything(waiting);
    if (waiting.size > 0 && !callOff) running ??= run();
  };
  const run = async () => {
    // Tags that are added at the same moment go in one call.
    await Promise.resolve();
    while (waiting.size > 0 && !stopped.signal.aborted) {
      const { tags, isGone } = nextOf(waiting);
      for (const tag of tags) waiting.delete(tag);
      underWay = tags.length;
      try {
        await tell({ tags: [...tags, CROWDED_PAGE], isGone }, stopped.signal);
        lastAt = clock.now();
        failures = 0;
        failure = null;
      } catch (error) {
        for (const tag of tags) waiting.set(tag, isGone || (waiting.get(tag) ?? false));
        if (!stopped.signal.aborted) {
          onError(error);
          putOff(error);
        }
        break;
      } finally {
        underWay = 0;
      }
    }
    running = null;
  };
  const putOff = (error: unknown) => {
    failure = { since: failure?.since ?? clock.now(), message: error instanceof Error ? error.message : String(error) };
    callOff = timers.after(Math.min(FIRST_WAIT * 2 ** failures, LONGEST_WAIT), () => {
      callOff = null;
      add([]);
    });
    failures += 1;
  };
  const iso = (time: number) => new Date(time).toISOString();
  return {
    add,
    addEverything: () => add([EVERY_PAGE]),
    status: () => ({
      waiting: waiting.size + underWay,
      lastAt: lastAt === null ? null : iso(lastAt),
      failure: failure && { since: iso(failure.since), message: failure.message },
    }),
    async close() {
      stopped.abort();
      callOff?.();
      await running;
    },
  };
}

/**
 * The tags of the next call; tags of pages that are gone come first. All tags of a call are dropped in the same way.
 */
function nextOf(waiting: ReadonlyMap<string, boolean>): { tags: string[]; isGone: boolean } {
  const gone = [...waiting].filter(([, isGone]) => isGone);
  const next = gone.length > 0 ? gone : [...waiting];
  return { tags: next.slice(0, AT_ONCE).map(([tag]) => tag), isGone: gone.length > 0 };
}

/** "Everything" replaces all waiting tags, except those of pages that are gone, which are dropped for good. */
function withEverything(waiting: ReadonlyMap<string, boolean>): Map<string, boolean> {
  const isAllGone = waiting.get(EVERY_PAGE) === true;
  const apart = isAllGone ? [] : [...waiting].filter(([, isGone]) => isGone);
  return new Map([...apart, [EVERY_PAGE, isAllGone]]);
}
