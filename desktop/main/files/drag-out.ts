import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Timers } from '#shared/kernel/timers.ts';
import { safeName } from '../ipc/text-files.ts';

interface DragOutOptions {
  /** The folder that holds the files for that time, and nothing else. */
  folder: string;
  /** Makes the system drag a file from under the pointer, in the page of this id. */
  startDrag(contentsId: number, file: string): void;
  timers: Timers;
  warn(message: string, cause: unknown): void;
}

/** The time, in milliseconds, that a file stays: no system tells when the receiving program has read it. */
const STAYS = 10 * 60_000;

/** Texts that are dragged out of a window, as files that exist for a while. */
export interface DragOut {
  /** Begins to drag a text as a Markdown file. Throws the errors of the disk and the system; then no file stays. */
  start(text: { name: string; text: string }, contentsId: number): void;
  /** Removes the files that are still there. */
  clear(): void;
}

export function createDragOut({ folder, startDrag, timers, warn }: DragOutOptions): DragOut {
  function remove(place: string): void {
    try {
      rmSync(place, { recursive: true, force: true });
    } catch (error) {
      warn('A file that was dragged out cannot be removed', error);
    }
  }
  const clear = () => remove(folder);

  // Removes the files of an app that was killed.
  clear();
  return {
    start({ name, text }, contentsId) {
      // Each file has its own folder: two texts may have the same name, and the receiving program sees that name.
      const own = path.join(folder, randomUUID());
      const file = path.join(own, safeName(name, '.md'));
      try {
        mkdirSync(own, { recursive: true, mode: 0o700 });
        writeFileSync(file, text, { mode: 0o600 });
        startDrag(contentsId, file);
      } catch (error) {
        remove(own);
        throw error;
      }
      timers.after(STAYS, () => remove(own));
    },
    clear,
  };
}
