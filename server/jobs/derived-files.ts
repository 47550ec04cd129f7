import { keyIn } from '#server/adapters/blobs/blob-key.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/** A file that can be made again from stored data. */
export interface DerivedFile {
  name: string;
  /** The post or picture that it belongs to, if it belongs to one. */
  id?: number;
  /** Makes the whole file, or rejects. */
  make(): Promise<void>;
}

interface DerivedFilesOptions {
  store: BlobStore;
  /** The folder of the store. */
  folder: string;
  /** The names that Ninefold gives; a file with another name belongs to somebody else. */
  ours: RegExp;
  /** All files that should exist, the most wanted first; with `ids` only those of these posts or pictures. */
  wanted(ids?: readonly number[]): AsyncIterable<DerivedFile>;
  timers: Timers;
  /**
   * Called for each file that could not be made (it is not tried again before the next start), and, without a name,
   * when a whole pass has failed.
   */
  onError(error: unknown, name?: string): void;
}

/** The time, in milliseconds, from the start to the first pass: readers who waited for the server come first. */
const FIRST_LOOK = 20_000;
/** The time, in milliseconds, from a change to the next pass: more changes may follow. */
const NEXT_LOOK = 2000;
/** The delay, in milliseconds, after a failed pass, doubled with each further failure, and the longest delay. */
const AFTER_FAULT = [10_000, 10 * 60 * 1000] as const;
/**
 * The number of changes that are handled one by one before a full pass. Only a full pass finds files that are no longer
 * wanted, so this is about the most of them that can accumulate.
 */
const MOST_SINGLE = 200;
/** The age, in milliseconds, from which an unfinished file counts as left by a process that was killed. */
const PARTIAL_RETENTION = 10 * 60 * 1000;

export interface DerivedFiles {
  /**
   * Tells that something has changed, so that other files may be wanted: of the posts or pictures with these ids, or of
   * anything when no ids are given.
   */
  wake(ids?: readonly number[]): void;
  /** Resolves when nothing is under way any more; the caller must end the making of a file itself. */
  stop(): Promise<void>;
}

/**
 * Keeps the files of a folder as they should be, in the background: missing files are made, one after the other, and
 * files no longer wanted are deleted. The existing files are its only record of progress, so it continues after any
 * kill, and fills a folder again that was emptied.
 */
export function keepDerivedFiles(options: DerivedFilesOptions): DerivedFiles {
  const { timers, onError } = options;
  let isStopped = false;
  const looks = createLooks(options, () => isStopped);
  let faults = 0;
  let running: Promise<void> | null = null;
  let callOff: (() => void) | null = null;

  const run = async () => {
    callOff = null;
    try {
      await looks.run();
      faults = 0;
    } catch (error) {
      if (isStopped) return;
      // It is not known any more what the failed pass was working on.
      looks.ask();
      onError(error);
      schedule(Math.min(AFTER_FAULT[0] * 2 ** faults, AFTER_FAULT[1]));
      faults += 1;
    } finally {
      running = null;
    }
  };
  const schedule = (milliseconds: number) => {
    callOff = timers.after(milliseconds, () => {
      running = run();
    });
  };
  schedule(FIRST_LOOK);
  return {
    wake(ids) {
      if (ids?.length === 0) return;
      looks.ask(ids);
      if (!isStopped && !running && !callOff) schedule(NEXT_LOOK);
    },
    async stop() {
      isStopped = true;
      callOff?.();
      await running;
    },
  };
}

/** Checks what has changed, and makes missing files; the first pass checks everything. */
function createLooks(options: DerivedFilesOptions, isStopped: () => boolean) {
  const { store, folder, wanted, onError } = options;
  /** The names of files that could not be made: another attempt would fail as well. */
  const given = new Set<string>();
  /** The ids of what has changed since it was last checked. */
  let changed: Set<number> | 'all' = 'all';
  /** The number of changes handled one by one since the last full pass. */
  let singles = 0;
  const isAllAsked = () => changed === 'all';

  const lookAtAll = async () => {
    changed = new Set();
    singles = 0;
    for (const entry of await compareAll(options, given, isStopped)) {
      // After a change, other files may be more wanted.
      await lookAtChanged();
      if (isStopped() || isAllAsked()) return;
      if (typeof entry === 'number') await makeMissing([entry]);
      else await make(entry);
    }
  };
  const makeMissing = async (ids: readonly number[]) => {
    for await (const file of wanted(ids)) {
      if (isStopped()) return;
      if (!given.has(file.name) && (await store.head(keyIn(folder, file.name))) === null) await make(file);
    }
  };
  /** Handles only what has changed, so that a change costs the same however many files there are. */
  const lookAtChanged = async () => {
    while (!isStopped() && changed !== 'all' && changed.size > 0) {
      const ids = [...changed];
      changed = new Set();
      singles += ids.length;
      if (singles > MOST_SINGLE) changed = 'all';
      await makeMissing(ids);
    }
  };
  const make = async (file: DerivedFile) => {
    try {
      await file.make();
    } catch (error) {
      if (isStopped() || isDiskFull(error)) throw error;
      given.add(file.name);
      onError(error, file.name);
    }
  };
  return {
    /** Tells that something has changed: what has these ids, or anything when no ids are given. */
    ask(ids?: readonly number[]): void {
      if (!ids) changed = 'all';
      else if (changed !== 'all') for (const id of ids) changed.add(id);
    },
    /** Rejects on a failure that the next pass may not have. */
    async run(): Promise<void> {
      while (!isStopped() && (changed === 'all' || changed.size > 0)) {
        if (changed === 'all') await lookAtAll();
        await lookAtChanged();
      }
    },
  };
}

/**
 * Deletes the files that are not wanted any more, and returns those that are missing and could be made, mostly as ids:
 * after an import they may be the files of a hundred thousand posts, and making them takes hours.
 */
async function compareAll(
  { store, folder, ours, wanted }: DerivedFilesOptions,
  given: ReadonlySet<string>,
  isStopped: () => boolean,
): Promise<(DerivedFile | number)[]> {
  const there = new Set(await store.names(folder));
  const names = new Set<string>();
  const missing: (DerivedFile | number)[] = [];
  for await (const file of wanted()) {
    if (isStopped()) return [];
    names.add(file.name);
    if (there.has(file.name) || given.has(file.name)) continue;
    const entry = file.id ?? file;
    if (missing.at(-1) !== entry) missing.push(entry);
  }
  for (const name of there) {
    if (!names.has(name) && ours.test(name)) await store.delete(keyIn(folder, name));
  }
  // Both times are from the system's clock.
  await store.dropUnfinished(folder, { before: Date.now() - PARTIAL_RETENTION, isOurs: (name) => ours.test(name) });
  return missing;
}
