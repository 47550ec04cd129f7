import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Timers } from '#shared/kernel/timers.ts';
import { safeName } from '../ipc/text-files.ts';

interface DragOutOptions {
  /** Where the files lie meanwhile; nothing else does. */
  folder: string;
  /** Has the system carry a file from under the pointer, in the page of this id. */
  startDrag(contentsId: number, file: string): void;
  timers: Timers;
  warn(message: string, cause: unknown): void;
}

/** Milliseconds a file stays: no system says when what took it has read it. */
const STAYS = 10 * 60_000;

/** Texts that are dragged out of a window, as files that are there for a while. */
export interface DragOut {
  /** Begins to carry a text as a Markdown file. Throws what the disk and the system say: then nothing stays. */
  start(text: { name: string; text: string }, contentsId: number): void;
  /** Removes what is still there. */
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

  // What an app that was killed has left.
  clear();
  return {
    start({ name, text }, contentsId) {
      // A folder for each: two texts may have one name, and the name is what arrives.
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
