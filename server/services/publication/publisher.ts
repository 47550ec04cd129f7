import type { PublicationStatus } from '#shared/contract/operation/publication.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { createDueLooks } from './due-looks.ts';
import type { DueWatch } from './due-watch.ts';
import type { PublishedManifest } from './manifest.ts';
import { OtherWriter } from './manifest-keeper.ts';
import type { Publications } from './publish-once.ts';

/**
 * Milliseconds from the last change to its publication, in which more changes are collected; and the longest time from
 * the first change.
 */
const WAIT_FOR_MORE = 2000;
const LONGEST_UNPUBLISHED = 10_000;
/** Milliseconds between the first failure and the second attempt; doubled for each further attempt. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60_000;

/** Publishes the site to reader instances (docs/rules.md, "Published readers"). */
export interface Publisher {
  /** Publishes the current state, and from then on every change. */
  start(): void;
  /** Says that readers may have to see something different. */
  changed(): void;
  /** Says that something was changed that readers do not see, but that may be due. */
  mayBeDue(): void;
  status(): PublicationStatus;
  /** Aborts the publication that is running; unpublished changes are published at the next start. */
  close(): Promise<void>;
}

interface PublisherOptions {
  publications: Publications;
  due: DueWatch;
  timers: Timers;
  clock: Clock;
  onPublished: (manifest: PublishedManifest) => void;
  /** Called for each failure, and once when another server publishes. */
  onError: (error: unknown) => void;
}

export function createPublisher(options: PublisherOptions): Publisher {
  const { publications, due, timers, clock, onPublished, onError } = options;
  const closing = new AbortController();
  const unpublished = createUnpublished(clock);
  let running: Promise<void> | null = null;
  let callOff: (() => void) | null = null;
  const record = createRecord(clock);
  let isStopped = false;

  const isOver = () => isStopped || closing.signal.aborted;
  const stop = (error: OtherWriter) => {
    if (isStopped) return;
    isStopped = true;
    record.stopped(error);
    callOff?.();
    onError(error);
  };
  const publish = async (since: Span) => {
    try {
      const now = clock.now();
      const count = await due.take(now);
      const manifest = await publications.publish(now, closing.signal);
      record.published(manifest, count);
      onPublished(manifest);
    } catch (error) {
      unpublished.giveBack(since);
      if (closing.signal.aborted) return;
      if (error instanceof OtherWriter) return stop(error);
      record.failed(error);
      onError(error);
    }
  };
  const begin = () => {
    callOff = null;
    const since = isOver() ? null : unpublished.take();
    if (since === null) return;
    running = publish(since).finally(() => {
      running = null;
      plan();
    });
  };
  const plan = () => {
    if (!unpublished.isThere() || running !== null || isOver()) return;
    // A new change does not bring the next attempt after a failure forward.
    if (record.failures() > 0 && callOff) return;
    callOff?.();
    callOff = timers.after(unpublished.wait(record.failures()), begin);
  };
  const changed = () => {
    unpublished.note();
    plan();
  };
  const looks = createDueLooks({
    ...{ publications, due, timers, clock, isOver },
    isPublishing: () => running !== null,
    onDue: changed,
    onFault(error) {
      if (error instanceof OtherWriter) return stop(error);
      if (!closing.signal.aborted) onError(error);
    },
  });
  const state = (): PublicationStatus['state'] =>
    isStopped ? 'stopped' : running ? 'publishing' : record.state(unpublished.isThere());
  return {
    start() {
      changed();
      looks.start();
    },
    changed,
    mayBeDue: looks.look,
    status: () => ({ state: state(), ...record.told() }),
    async close() {
      closing.abort();
      callOff?.();
      await Promise.all([running, looks.close()]);
    },
  };
}

/** The times of the first and the last unpublished change. */
interface Span {
  first: number;
  last: number;
}

/** Keeps track of the changes that are not published yet. */
function createUnpublished(clock: Clock) {
  let span: Span | null = null;
  return {
    isThere: () => span !== null,
    note() {
      const now = clock.now();
      // A clock that was set back must not delay earlier changes.
      span = { first: Math.min(span?.first ?? now, now), last: now };
    },
    take(): Span | null {
      const taken = span;
      span = null;
      return taken;
    },
    /** Takes changes back that could not be published. */
    giveBack(since: Span) {
      span = { first: since.first, last: span?.last ?? since.last };
    },
    /** Milliseconds until the changes are to be published. `failures` is the number of consecutive failures. */
    wait(failures: number): number {
      if (failures > 0) return Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);
      if (span === null) return 0;
      return Math.max(0, Math.min(span.last + WAIT_FOR_MORE, span.first + LONGEST_UNPUBLISHED) - clock.now());
    },
  };
}

/** The status of the publications made so far. */
function createRecord(clock: Clock) {
  /** The number of consecutive failures. */
  let failures = 0;
  let failure: PublicationStatus['failure'] = null;
  let last: PublicationStatus['last'] = null;
  const timeNow = () => new Date(clock.now()).toISOString();
  return {
    failures: () => failures,
    /** The state while no publication is running. */
    state(isWaiting: boolean): PublicationStatus['state'] {
      if (failures > 0) return 'failing';
      return isWaiting || last === null ? 'waiting' : 'current';
    },
    told: () => ({ last, failure }),
    published(
      { number, database: { bytes, plainBytes } }: PublishedManifest,
      due: Awaited<ReturnType<DueWatch['take']>>,
    ) {
      last = { number, at: timeNow(), bytes, plainBytes, due };
      failures = 0;
      failure = null;
    },
    failed(error: unknown) {
      const message = error instanceof Error ? error.message : String(error);
      failure = { since: failure?.since ?? timeNow(), message };
      failures += 1;
    },
    stopped({ message }: Error) {
      failure = { since: timeNow(), message };
    },
  };
}

/** The publisher of a site without reader instances. */
export const noPublisher: Publisher = {
  start() {},
  changed() {},
  mayBeDue() {},
  status: () => ({ state: 'off', last: null, failure: null }),
  async close() {},
};
