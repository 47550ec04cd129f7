import { z } from 'zod';
import type { KeyValue } from '#shared/admin/ports.ts';

const pictures = z.array(z.object({ url: z.string(), name: z.string() })).readonly();
const note = z.object({ text: z.string(), pictures });

/** A note that is no draft yet. Its pictures are stored, here or at the server, under their addresses. */
export type Note = z.output<typeof note>;
export type NotePicture = Note['pictures'][number];

export const EMPTY: Note = { text: '', pictures: [] };
export const isEmpty = ({ text, pictures }: Note): boolean => text.trim() === '' && pictures.length === 0;

/** What stays in the window once `kept` is a draft: what was typed behind it, or put in, meanwhile. Words that were changed stay whole. */
export function restOf(now: Note, kept: Note): Note {
  const text = now.text.startsWith(kept.text) ? now.text.slice(kept.text.length) : now.text;
  const known = new Set(kept.pictures.map(({ url }) => url));
  return { text, pictures: now.pictures.filter(({ url }) => !known.has(url)) };
}

const KEY = 'quick-note';

/** What stands in the window of the note: it is there again when the window is, whatever closed it. */
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
