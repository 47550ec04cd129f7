import { fingerprint } from '#shared/kernel/fingerprint.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { KeyValue } from '../ports.ts';

interface MirrorOptions {
  /** The key, such as `customPrompts` (docs/rules.md, "Storage keys"). */
  key: string;
  storage: KeyValue;
  timers: Timers;
  /** Returns what the documents say now, in the form of the key's value; null removes the key. */
  read(): string | null;
  /**
   * Takes a foreign value into the documents, as an edit; null means that the key was removed. An invalid value may be
   * ignored: it is overwritten.
   */
  takeIn(value: string | null): void;
}

/** A key of localStorage that repeats what the workspace documents say. The documents are the source of truth. */
export interface Mirror {
  /**
   * Checks whether something else wrote the key: called at load, and when the browser reports that storage has changed.
   */
  check(): void;
  /** Called when the documents have changed. The key is written within a second, and never during this call. */
  changed(): void;
  /** Writes now the change that `changed` announced. */
  flush(): void;
}

export const MIRROR_DELAY_MS = 1000;
/** The name of a second key, beside the mirrored one, with the fingerprint of the last written value. */
const mark = (key: string) => `ninefold.mirror.${key}`;
const ABSENT = 'absent';

export function createMirror({ key, storage, timers, read, takeIn }: MirrorOptions): Mirror {
  let cancelTimer: (() => void) | null = null;

  const printOf = (value: string | null) => (value === null ? ABSENT : fingerprint(value));
  const ours = () => (storage.get(mark(key)) ?? '').split(' ').filter((print) => print !== '');
  const remember = (...prints: string[]) => storage.set(mark(key), prints.join(' '));

  function write(): void {
    cancelTimer = null;
    const value = read();
    const before = storage.get(key);
    if (value !== before) {
      // Both fingerprints are stored while the key changes from one value to the other: after a crash in between, the
      // older value is still recognised as ours.
      remember(printOf(value), printOf(before));
      if (value === null) storage.remove(key);
      else storage.set(key, value);
      // If the value does not fit into localStorage, the key is removed: at the next load its older value would be
      // taken for the owner's edit.
      if (storage.get(key) !== value) storage.remove(key);
    }
    remember(printOf(storage.get(key)));
  }

  return {
    check() {
      const value = storage.get(key);
      const prints = ours();
      if (prints.includes(printOf(value)) || (value === null && prints.length === 0)) return;
      takeIn(value);
      remember(printOf(value));
    },
    changed() {
      cancelTimer ??= timers.after(MIRROR_DELAY_MS, write);
    },
    flush() {
      if (cancelTimer === null) return;
      cancelTimer();
      write();
    },
  };
}
