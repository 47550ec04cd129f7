import type { PublicationStatus } from '#shared/contract/operation/publication.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { DueWatch } from './due-watch.ts';
import type { PublishedManifest } from './manifest.ts';
import { OtherWriter } from './manifest-keeper.ts';
import type { Publications } from './publish-once.ts';

/** Milliseconds after a change until it is published, for those that follow it; and after the first, whatever follows. */
const WAIT_FOR_MORE = 2000;
const LONGEST_UNPUBLISHED = 10_000;
/** Milliseconds to the second try after a first that failed; twice as many to each one after. */
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 10 * 60_000;
/** Milliseconds between two looks at what time alone changes: posts that come to be due, another server, old files. */
const LOOK_EVERY = 60_000;

/** Publishes the site to reader instances (docs/rules.md, "Published readers"). */
export interface Publisher {
  /** Publishes what is there now, and from now on what changes. */
  start(): void;
  /** Readers may see something else than before. */
  changed(): void;
  /** Something was changed that readers do not see; it may be due. */
  mayBeDue(): void;
  status(): PublicationStatus;
  /** Ends the publication under way; what is not published is at the next start. */
  close(): Promise<void>;
}

interface PublisherOptions {
  publications: Publications;
  due: DueWatch;
  timers: Timers;
  clock: Clock;
  onPublished: (manifest: PublishedManifest) => void;
  /** Told of each failure, and once where another server publishes. */
  onError: (error: unknown) => void;
}

export function createPublisher({
  publications,
  due,
  timers,
  clock,
  onPublished,
  onError,
}: PublisherOptions): Publisher {
  const closing = new AbortController();
  /** When the first and the last change were made that are not published; null for none. */
  let unpublished: { first: number; last: number } | null = null;
  let running: Promise<void> | null = null;
  let looking: Promise<void> = Promise.resolve();
  let callOff: (() => void) | null = null;
  let callOffLook: (() => void) | null = null;
  let failures = 0;
  let failure: PublicationStatus['failure'] = null;
  let isStopped = false;
  let last: PublicationStatus['last'] = null;

  const isOver = () => isStopped || closing.signal.aborted;
  const stop = (error: OtherWriter) => {
    if (isStopped) return;
    isStopped = true;
    failure = { since: new Date(clock.now()).toISOString(), message: error.message };
    callOff?.();
    onError(error);
  };
  const failed = (error: unknown, since: NonNullable<typeof unpublished>) => {
    unpublished = { first: since.first, last: unpublished?.last ?? since.last };
    if (closing.signal.aborted) return;
    if (error instanceof OtherWriter) return stop(error);
    const message = error instanceof Error ? error.message : String(error);
    failure = { since: failure?.since ?? new Date(clock.now()).toISOString(), message };
    failures += 1;
    onError(error);
  };
  const publish = async (since: NonNullable<typeof unpublished>) => {
    try {
      const now = clock.now();
      const count = await due.take(now);
      const manifest = await publications.publish(now, closing.signal);
      const { bytes, plainBytes } = manifest.database;
      last = { number: manifest.number, at: new Date(clock.now()).toISOString(), bytes, plainBytes, due: count };
      failures = 0;
      failure = null;
      onPublished(manifest);
    } catch (error) {
      failed(error, since);
    }
  };
  const begin = () => {
    callOff = null;
    if (unpublished === null || isOver()) return;
    const since = unpublished;
    unpublished = null;
    running = publish(since).finally(() => {
      running = null;
      plan();
    });
  };
  /** When what is unpublished is to be published, from now on in milliseconds. */
  const waitFor = ({ first, last: latest }: NonNullable<typeof unpublished>) => {
    if (failures > 0) return Math.min(FIRST_WAIT * 2 ** (failures - 1), LONGEST_WAIT);
    return Math.max(0, Math.min(latest + WAIT_FOR_MORE, first + LONGEST_UNPUBLISHED) - clock.now());
  };
  const plan = () => {
    if (unpublished === null || running !== null || isOver()) return;
    // A change does not make one that fails be tried sooner.
    if (failures > 0 && callOff) return;
    callOff?.();
    callOff = timers.after(waitFor(unpublished), begin);
  };
  const changed = () => {
    const now = clock.now();
    // A clock that was put back must not put off what was changed before.
    unpublished = { first: Math.min(unpublished?.first ?? now, now), last: now };
    plan();
  };
  const look = (work: () => Promise<void>) => {
    looking = looking.then(work).catch((error: unknown) => {
      if (error instanceof OtherWriter) return stop(error);
      if (!closing.signal.aborted) onError(error);
    });
    return looking;
  };
  const lookForDue = async () => {
    if (!isOver() && (await due.isOther(clock.now()))) changed();
  };
  const lookAgain = () => {
    callOffLook = timers.after(LOOK_EVERY, () => {
      void look(async () => {
        await lookForDue();
        // While one is made, the manifest is its.
        if (!running && !isOver()) await publications.sweep();
      }).then(() => {
        if (!isOver()) lookAgain();
      });
    });
  };
  const state = (): PublicationStatus['state'] => {
    if (isStopped) return 'stopped';
    if (running) return 'publishing';
    if (failures > 0) return 'failing';
    return unpublished === null && last !== null ? 'current' : 'waiting';
  };
  return {
    start() {
      changed();
      lookAgain();
    },
    changed,
    mayBeDue: () => void look(lookForDue),
    status: () => ({ state: state(), last, failure }),
    async close() {
      closing.abort();
      callOff?.();
      callOffLook?.();
      await Promise.all([running, looking]);
    },
  };
}

/** Where there are no readers. */
export const noPublisher: Publisher = {
  start() {},
  changed() {},
  mayBeDue() {},
  status: () => ({ state: 'off', last: null, failure: null }),
  async close() {},
};
