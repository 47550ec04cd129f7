import { spliceText } from '#shared/workspace/splice.ts';

/** Where a place of the old text is in the new one; inside of what was replaced it is the end of that. UTF-16 code units. */
export function movedOffset(before: string, after: string, offset: number): number {
  const splice = spliceText(before, after);
  if (splice === null || offset <= splice.index) return offset;
  const end = splice.index + splice.remove;
  return offset >= end ? offset + splice.insert.length - splice.remove : splice.index + splice.insert.length;
}

/** The place behind what makes the new text of the old one. */
export function endOfChange(before: string, after: string): number {
  const splice = spliceText(before, after);
  return splice === null ? after.length : splice.index + splice.insert.length;
}
