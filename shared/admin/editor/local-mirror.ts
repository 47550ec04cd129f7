import { fingerprint } from '#shared/kernel/fingerprint.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { KeyValue } from '../ports.ts';

interface MirrorOptions {
  /** The key, such as `customPrompts` (docs/rules.md, "Storage keys"). */
  key: string;
  storage: KeyValue;
  timers: Timers;
  /** What the documents say now, as it stands under the key; null takes the key away. */
  read(): string | null;
  /**
   * Takes a foreign value into the documents, as an edit; null when the key was taken away. A value that makes no sense
   * may be left out: it is overwritten.
   */
  takeIn(value: string | null): void;
}

/** A key of localStorage that repeats what the workspace documents say. The documents are the truth. */
export interface Mirror {
  /** Looks whether someone else wrote the key: at load, and when the browser says that storage has changed. */
  check(): void;
  /** The documents have changed: the key is written at most a second later, and never within this call. */
  changed(): void;
  /** Writes now what `changed` announced. */
  flush(): void;
}

export const MIRROR_DELAY_MS = 1000;
/** Beside each key, the fingerprint of what was written last. */
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
      // Both fingerprints, while the key changes from one value to the other: after a crash in between, the older value
      // is still recognised as ours.
      remember(printOf(value), printOf(before));
      if (value === null) storage.remove(key);
      else storage.set(key, value);
      // The value does not fit, and the key is removed: at the next load its older value would be taken for the owner's
      // edit.
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
