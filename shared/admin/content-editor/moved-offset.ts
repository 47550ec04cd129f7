import { diffWordsWithSpace } from 'diff';
import type { Selection } from '#shared/content/insert-link.ts';
import { spliceText } from '#shared/kernel/splice.ts';

/**
 * The most changed words that are compared. Beyond this, finding the words that stayed takes longer than a keystroke
 * may.
 */
const MOST_WORDS = 400;

/**
 * Returns where an offset of the old text is in the new text: it stays at its words. An offset inside a replaced part
 * moves to the end of the new part. UTF-16 code units.
 */
export function movedOffset(before: string, after: string, offset: number): number {
  const splice = spliceText(before, after);
  if (splice === null || offset <= splice.index) return offset;
  const { index, remove, insert } = splice;
  if (offset >= index + remove) return offset + insert.length - remove;
  // Several places have changed at once, before the cursor and after it; the words of the cursor are in between.
  return index + movedInside(before.slice(index, index + remove), insert, offset - index);
}

/**
 * Returns where a selection of the old text is in the new text. If the whole text was selected, the whole new text is
 * selected: an owner who has selected all of the text means to replace whatever it says.
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
    // In the list of parts, the words that replace the cursor's words come after them.
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

/** Returns the end of the part of the new text that differs from the old text. */
export function endOfChange(before: string, after: string): number {
  const splice = spliceText(before, after);
  return splice === null ? after.length : splice.index + splice.insert.length;
}
