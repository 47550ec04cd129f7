/** One edit of a text: at `index`, `remove` characters are removed and `insert` is inserted. In UTF-16 code units. */
export interface Splice {
  readonly index: number;
  readonly remove: number;
  readonly insert: string;
}

/**
 * Returns the smallest edit that turns `before` into `after`; null when they are equal. If several edits are equally
 * small (a letter typed into a run of the same letter), `cursor`, its position in `after` behind the edit, decides. An
 * edit never begins or ends inside a surrogate pair, since half a pair cannot be stored.
 */
export function spliceText(before: string, after: string, cursor?: number): Splice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  const prefix = commonStart(before, after, shorter);
  const suffix = commonEnd(before, after, shorter);
  const most = Math.min(shorter, prefix + suffix);
  // The edit keeps as much of the common end as is after the cursor, and the rest from the common start.
  const wanted = cursor === undefined ? suffix : after.length - cursor;
  const end = Math.max(most - prefix, Math.min(suffix, wanted));
  return wholeCharacters(before, after, most - end, end);
}

function commonStart(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length += 1;
  return length;
}

function commonEnd(a: string, b: string, most: number): number {
  let length = 0;
  while (length < most && a.charCodeAt(a.length - 1 - length) === b.charCodeAt(b.length - 1 - length)) length += 1;
  return length;
}

function wholeCharacters(before: string, after: string, start: number, end: number): Splice {
  const first = splitsPair(before, start) || splitsPair(after, start) ? start - 1 : start;
  const isSplit = splitsPair(before, before.length - end) || splitsPair(after, after.length - end);
  const last = isSplit ? end - 1 : end;
  return { index: first, remove: before.length - last - first, insert: after.slice(first, after.length - last) };
}

function splitsPair(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  const left = text.charCodeAt(index - 1);
  const right = text.charCodeAt(index);
  return left >= 0xd800 && left <= 0xdbff && right >= 0xdc00 && right <= 0xdfff;
}
