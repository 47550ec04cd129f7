import { z } from 'zod';
import type { KeyValue } from '#shared/admin/ports.ts';

const pictures = z.array(z.object({ url: z.string(), name: z.string() })).readonly();
const note = z.object({ text: z.string(), pictures });

/** A note that is not a draft yet. Its pictures are stored, here or at the server, under their addresses. */
export type Note = z.output<typeof note>;
export type NotePicture = Note['pictures'][number];

export const EMPTY: Note = { text: '', pictures: [] };
export const isEmpty = ({ text, pictures }: Note): boolean => text.trim() === '' && pictures.length === 0;

/**
 * Returns what stays in the window once `kept` is a draft: the text typed after it, and the pictures added, in the
 * meantime. Text that was changed stays whole.
 */
export function restOf(now: Note, kept: Note): Note {
  const text = now.text.startsWith(kept.text) ? now.text.slice(kept.text.length) : now.text;
  const known = new Set(kept.pictures.map(({ url }) => url));
  return { text, pictures: now.pictures.filter(({ url }) => !known.has(url)) };
}

const KEY = 'quick-note';

/**
 * Opens the stored content of the note's window: it is there again when the window is opened, however the window was
 * closed.
 */
export function openKeptNote(storage: KeyValue): { get(): Note; set(note: Note): void } {
  return {
    get() {
      try {
        return note.parse(JSON.parse(storage.get(KEY) ?? ''));
      } catch {
        return EMPTY;
      }
    },
    set(next) {
      if (isEmpty(next)) storage.remove(KEY);
      else storage.set(KEY, JSON.stringify(next));
    },
  };
}
