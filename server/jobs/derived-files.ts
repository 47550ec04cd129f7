import { keyIn } from '#server/adapters/blobs/blob-key.ts';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { Timers } from '#shared/kernel/timers.ts';

/** A file that can be made again from what is stored. */
export interface DerivedFile {
  name: string;
  /** Makes the whole file, or rejects. */
  make(): Promise<void>;
}

interface DerivedFilesOptions {
  store: BlobStore;
  /** Of the store. */
  folder: string;
  /** The names we give; what is called otherwise is somebody else's. */
  ours: RegExp;
  /** All files there should be, the most wanted first; with `ids` only those of what has these ids. */
  wanted(ids?: readonly number[]): AsyncIterable<DerivedFile>;
  timers: Timers;
  /** Told of each file that could not be made (it is not tried again before the next start), and why a look has failed. */
  onError(error: unknown, name?: string): void;
}

/** Milliseconds from the start to the first look: readers who waited for the server come first. */
const FIRST_LOOK = 20_000;
/** Milliseconds from a change to the look at it: more changes may come with it. */
const NEXT_LOOK = 2000;
/** Milliseconds to the next look after one that failed; twice as many after each one more. */
const AFTER_FAULT = [10_000, 10 * 60 * 1000] as const;
/**
 * Changes that are looked at by themselves before everything is looked through again, which alone finds what is not wanted
 * any more: so many files may lie there for nothing.
 */
const MOST_SINGLE = 200;
/** Milliseconds after which a file that is not finished was left by a process that was killed. */
const PARTIAL_RETENTION = 10 * 60 * 1000;

export interface DerivedFiles {
  /** Something has changed, other files may be wanted: of what has these ids, or of anything where none are told. */
  wake(ids?: readonly number[]): void;
  /** Resolves when nothing is under way any more; what is being made must be ended by somebody else. */
  stop(): Promise<void>;
}

/**
 * Keeps the files of a folder as they should be, in the background: what is missing is made, one after the other, what is
 * not wanted any more is deleted. What is there already is how far it has come, so it goes on after any kill; a folder
 * that was emptied is filled again.
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
      // What the look that failed was at is not known any more.
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

/** Looks at what is asked to be looked at, and makes what is missing; the first look is at everything. */
function createLooks({ store, folder, ours, wanted, onError }: DerivedFilesOptions, isStopped: () => boolean) {
  /** Could not be made: another try would end as this one did. */
  const given = new Set<string>();
  /** What has changed since it was looked at. */
  let changed: Set<number> | 'all' = 'all';
  /** Changes that were looked at by themselves since everything was looked through. */
  let singles = 0;
  const isAllAsked = () => changed === 'all';

  const lookAtAll = async () => {
    changed = new Set();
    singles = 0;
    const there = new Set(await store.names(folder));
    const names = new Set<string>();
    const missing: DerivedFile[] = [];
    for await (const file of wanted()) {
      if (isStopped()) return;
      names.add(file.name);
      if (!there.has(file.name) && !given.has(file.name)) missing.push(file);
    }
    for (const name of there) {
      if (!names.has(name) && ours.test(name)) await store.delete(keyIn(folder, name));
    }
    // Both times are the system's.
    await store.dropUnfinished(folder, { before: Date.now() - PARTIAL_RETENTION, isOurs: (name) => ours.test(name) });
    for (const file of missing) {
      // After a change others may be more wanted.
      await lookAtChanged();
      if (isStopped() || isAllAsked()) return;
      await make(file);
    }
  };
  /** Looks at what has changed by itself, so that a change costs the same however much there is. */
  const lookAtChanged = async () => {
    while (!isStopped() && changed !== 'all' && changed.size > 0) {
      const ids = [...changed];
      changed = new Set();
      singles += ids.length;
      if (singles > MOST_SINGLE) changed = 'all';
      for await (const file of wanted(ids)) {
        if (isStopped()) return;
        if (!given.has(file.name) && (await store.head(keyIn(folder, file.name))) === null) await make(file);
      }
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
    /** Something has changed: what has these ids, or anything where none are told. */
    ask(ids?: readonly number[]): void {
      if (!ids) changed = 'all';
      else if (changed !== 'all') for (const id of ids) changed.add(id);
    },
    /** Rejects for what the next look may find otherwise. */
    async run(): Promise<void> {
      while (!isStopped() && (changed === 'all' || changed.size > 0)) {
        if (changed === 'all') await lookAtAll();
        await lookAtChanged();
      }
    },
  };
}
