import { diffWordsWithSpace } from 'diff';
import type { Selection } from '#shared/content/insert-link.ts';
import { spliceText } from '#shared/kernel/splice.ts';

/** Past this many words changed, looking for what stayed takes longer than a keystroke may. */
const MOST_WORDS = 400;

/**
 * Where a place of the old text is in the new one: it stays at its words. Inside of what was replaced it is the end of
 * that. UTF-16 code units.
 */
export function movedOffset(before: string, after: string, offset: number): number {
  const splice = spliceText(before, after);
  if (splice === null || offset <= splice.index) return offset;
  const { index, remove, insert } = splice;
  if (offset >= index + remove) return offset + insert.length - remove;
  // Several places have changed at once, before the cursor and behind it: its words are in between.
  return index + movedInside(before.slice(index, index + remove), insert, offset - index);
}

/**
 * Where a selection of the old text is in the new one. The whole text stays the whole text: who has selected all of it
 * means to replace whatever it says.
 */
export function movedSelection(before: string, after: string, { start, end }: Selection): Selection {
  if (before !== '' && start === 0 && end === before.length) return { start, end: after.length };
  return { start: movedOffset(before, after, start), end: movedOffset(before, after, end) };
}

function movedInside(before: string, after: string, offset: number): number {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_WORDS }) ?? [];
  let was = 0;
  let is = 0;
  let isReplaced = false;
  for (const { value, added, removed } of parts) {
    if (added) is += value.length;
    // What was put in the place of the cursor's words comes after them in the list.
    if (isReplaced) return is;
    if (added) continue;
    if (offset <= was + value.length) {
      if (!removed) return is + offset - was;
      isReplaced = true;
    }
    was += value.length;
    if (!removed) is += value.length;
  }
  return after.length;
}

/** The place behind what makes the new text of the old one. */
export function endOfChange(before: string, after: string): number {
  const splice = spliceText(before, after);
  return splice === null ? after.length : splice.index + splice.insert.length;
}
