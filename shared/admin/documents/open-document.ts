import type { DocumentKind } from '#shared/contract/workspace.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { WorkspaceDocument } from '#shared/workspace/document.ts';
import type { DocumentStore, ForeignChange, RemoveOutcome } from '#shared/workspace/store-port.ts';
import { joinUpdates, tombstoneOf } from '#shared/workspace/tombstone.ts';
import { loaded } from './stored.ts';

/**
 * Where what was changed in a document is. `kept`: all of it is on this computer's disk, since `at` (null when nothing
 * was changed yet). `typing`: the first change that is not there was made at `since`. `not-kept`: the computer refused
 * it, for the reason given, and is asked again. Times are milliseconds since 1970.
 */
export type JournalState =
  | { readonly kind: 'kept'; readonly at: number | null }
  | { readonly kind: 'typing'; readonly since: number }
  | { readonly kind: 'not-kept'; readonly since: number; readonly reason: string };

interface OpenDocumentOptions<Kind extends DocumentKind> {
  document: WorkspaceDocument<Kind>;
  store: DocumentStore;
  clock: Clock;
  timers: Timers;
  /** Whether the store has what this document began with; what is not there is written whole with the first change. */
  isStored: boolean;
  /** So many milliseconds after the first change that is not kept it is written by itself; without it, when asked. */
  delay?: number;
  /** Hears of each write and removal that is on the disk, to tell the other windows of it. */
  onKept?: (change: ForeignChange) => void;
  /** Called whenever the journal says something else. */
  onJournal?: (() => void) | undefined;
}

/** A workspace document that is open in this window, and its way to this computer's disk and from other windows. */
export interface OpenDocument<Kind extends DocumentKind = DocumentKind> {
  readonly document: WorkspaceDocument<Kind>;
  /** The same object until something changes. */
  journal(): JournalState;
  /**
   * Writes now what is not written. Resolves when all that was changed before is on the disk. Throws NotKeptError; then
   * it is tried again by itself, and with the next call.
   */
  keep(): Promise<void>;
  /** The same by itself, at the latest after so many milliseconds. */
  keepSoon(milliseconds: number): void;
  /** Takes in what another window or device did to this document. */
  takeIn(change: ForeignChange): Promise<void>;
  /** Takes in what others have written to the store, for a window that may have slept. */
  refresh(): Promise<void>;
  /**
   * Writes what is left and removes the document from this computer's lists, unless something is changed in the
   * meantime. Throws NotKeptError.
   */
  remove(): Promise<RemoveOutcome>;
  /** Writes what is left and stops listening. What the disk refuses even then is tried again while the program runs. */
  close(): Promise<void>;
}

/**
 * From the first word typed that is not kept to its write. The promise is one second with the disk's time in it, and a
 * keystroke never waits.
 */
export const TYPED_DELAY_MS = 400;
/** Reading a document takes time for each of its updates. */
const COMPACT_EVERY = 100;

/** Keeps a document on this computer's disk while it is open: no word that was typed is ever lost. */
export function createOpenDocument<Kind extends DocumentKind>(options: OpenDocumentOptions<Kind>): OpenDocument<Kind> {
  const { document, store, clock, timers, delay, onKept = () => undefined, onJournal = () => undefined } = options;
  const name = { id: document.id, kind: document.kind };
  const unwritten = createUnwritten();
  const writing = new Set<Writing>();
  const timer = createWriteTimer(timers, () => void keep().catch(saidByJournal));
  const disk = diskOf(options);
  const journal = createJournal(() => journalOf(disk, [...writing, unwritten]), onJournal);

  async function write(batch: Uint8Array, since: number): Promise<unknown> {
    const fault = await disk.write(batch);
    if (fault === null) {
      timer.succeeded();
      onKept({ ...name, update: batch, isRemoved: false });
    } else {
      // It goes to the front again: nothing that was changed is ever neither unwritten nor on the disk.
      unwritten.putBack(batch, since);
      timer.retry();
    }
    return fault;
  }
  function begin(since: number): void {
    unwritten.pause(() => document.touch(clock.now()));
    const updates = unwritten.take();
    const entry = { since, done: write(disk.isKnown ? joinUpdates(updates) : document.encode(), since) };
    // Writes may overlap: updates commute, and a page that goes away cannot wait for the earlier write.
    writing.add(entry);
    void entry.done.then(() => {
      writing.delete(entry);
      journal.say();
    });
  }
  async function keep(): Promise<void> {
    timer.callOff();
    if (unwritten.since !== null) begin(unwritten.since);
    journal.say();
    const outcomes = await Promise.all([...writing].map(({ done }) => done));
    const fault = outcomes.find((outcome) => outcome !== null);
    if (fault !== undefined) throw fault;
  }

  const stop = document.onUpdate((update) => {
    if (!unwritten.add(update, clock.now())) return;
    if (delay !== undefined) timer.writeAfter(delay);
    journal.say();
  });

  return {
    document,
    journal: journal.state,
    keep,
    keepSoon: timer.writeAfter,
    async takeIn({ update, isRemoved }) {
      if (update) document.apply(update);
      else if (!isRemoved) await takeInStored(store, document);
      // Written whole from now on: what is removed may be purged before the next change is made here.
      if (isRemoved) disk.isKnown = false;
    },
    refresh: () => takeInStored(store, document),
    async remove() {
      await keep();
      if (unwritten.since !== null) return 'kept';
      // As in `takeIn`.
      disk.isKnown = false;
      const outcome = await store.remove(tombstoneOf(document, clock.now()));
      if (outcome === 'removed') onKept({ ...name, update: null, isRemoved: true });
      return outcome;
    },
    async close() {
      stop();
      await keep().catch(saidByJournal);
    },
  };
}

async function takeInStored(store: DocumentStore, document: WorkspaceDocument): Promise<void> {
  for (const update of await loaded(store, document.id)) document.apply(update);
}

/** A refused write is tried again, and whoever wants to know of it reads the journal. */
function saidByJournal(): void {}

/** A write on its way: when the first of its changes was made, and what stood in its way, null for nothing. */
interface Writing {
  readonly since: number;
  readonly done: Promise<unknown>;
}

/** What is known of the disk. `refusal` is why it did not take the last write. */
interface Disk {
  isKnown: boolean;
  keptAt: number | null;
  refusal: string | null;
  /** Answers what stood in the way; null for nothing. */
  write(batch: Uint8Array): Promise<unknown>;
}

function diskOf<Kind extends DocumentKind>({ document, store, clock, isStored }: OpenDocumentOptions<Kind>): Disk {
  const { id, kind } = document;
  let written = 0;
  const disk: Disk = {
    isKnown: isStored,
    keptAt: null,
    refusal: null,
    async write(batch) {
      try {
        await store.append({ id, kind }, batch);
      } catch (error) {
        disk.refusal = reasonOf(error);
        return error;
      }
      disk.isKnown = true;
      disk.keptAt = clock.now();
      disk.refusal = null;
      written += 1;
      // It only makes the next opening quicker; a full disk shows with the next append.
      if (written % COMPACT_EVERY === 0) store.compact(id).catch(() => undefined);
      return null;
    },
  };
  return disk;
}

/** The changes no write has taken, and when the first of them was made. */
function createUnwritten() {
  let updates: Uint8Array[] = [];
  let since: number | null = null;
  let isPaused = false;
  return {
    get since() {
      return since;
    },
    /** False for a change that is no reason for a write. */
    add(update: Uint8Array, at: number): boolean {
      updates.push(update);
      if (!isPaused) since ??= at;
      return !isPaused;
    },
    /** Runs changes that go with the next write, and ask for none. */
    pause(run: () => void): void {
      isPaused = true;
      run();
      isPaused = false;
    },
    take(): Uint8Array[] {
      const taken = updates;
      updates = [];
      since = null;
      return taken;
    },
    putBack(batch: Uint8Array, from: number): void {
      updates.unshift(batch);
      since = Math.min(from, since ?? from);
    },
  };
}

const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 5000;

/** Says when to write: one time stands at once, and after a failure later each time. */
function createWriteTimer(timers: Timers, write: () => void) {
  let cancel: (() => void) | null = null;
  let failures = 0;
  const callOff = () => {
    cancel?.();
    cancel = null;
  };
  const writeAfter = (milliseconds: number) => {
    cancel ??= timers.after(milliseconds, () => {
      cancel = null;
      write();
    });
  };
  return {
    callOff,
    writeAfter,
    retry() {
      callOff();
      writeAfter(Math.min(FIRST_RETRY_MS * 2 ** failures, LAST_RETRY_MS));
      failures += 1;
    },
    succeeded() {
      failures = 0;
    },
  };
}

/** Keeps what the journal says, and tells when it says something else. */
function createJournal(read: () => JournalState, onChange: () => void) {
  let state = read();
  return {
    state: () => state,
    say() {
      const next = read();
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      onChange();
    },
  };
}

function journalOf({ keptAt, refusal }: Disk, unkept: readonly { readonly since: number | null }[]): JournalState {
  const since = Math.min(...unkept.map((each) => each.since ?? Number.POSITIVE_INFINITY));
  if (since === Number.POSITIVE_INFINITY) return { kind: 'kept', at: keptAt };
  return refusal === null ? { kind: 'typing', since } : { kind: 'not-kept', since, reason: refusal };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}
