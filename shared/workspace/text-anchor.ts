import * as Y from 'yjs';

/**
 * A place in a text that holds however the text is changed round it, with the words that stood there. As JSON it can be
 * kept.
 */
export interface TextAnchor {
  /** The words; for a place between two letters, those before it. */
  readonly quote: string;
  /** Whether the place is behind the words and not the words themselves. */
  readonly isBehind: boolean;
  /** Both ends, as Yjs writes a relative position. */
  readonly start: string;
  readonly end: string;
}

/** Characters before a place that tell it from others. */
const BEFORE = 200;

/** Marks a part of a text; where it is empty, the place, by the words before it. */
export function anchorOf(text: Y.Text, start: number, end: number): TextAnchor {
  const all = text.toString();
  const isBehind = start === end;
  const from = isBehind ? Math.max(0, start - BEFORE) : start;
  return {
    quote: all.slice(from, end),
    isBehind,
    // The end holds to the letter before it, so that what is typed behind it does not belong to it.
    start: positionOf(text, from, 0),
    end: positionOf(text, end, -1),
  };
}

/**
 * Where a part is now: where the very words still stand at their place or, if that is lost, where they stand once. Null
 * where they are not what they were: nobody can say then what is to be changed.
 */
export function placeOf(text: Y.Text, anchor: TextAnchor): { start: number; end: number } | null {
  const found = wordsAt(text, anchor);
  if (found === null) return null;
  return anchor.isBehind ? { start: found.end, end: found.end } : found;
}

/** Where the part is that the words have become; null where the text no longer knows the place. */
export function changedPlaceOf(text: Y.Text, { start, end }: TextAnchor): { start: number; end: number } | null {
  const [from, to] = [offsetOf(text, start), offsetOf(text, end)];
  return from === null || to === null || from > to ? null : { start: from, end: to };
}

function wordsAt(text: Y.Text, anchor: TextAnchor): { start: number; end: number } | null {
  const { quote } = anchor;
  const all = text.toString();
  const place = changedPlaceOf(text, anchor);
  if (place && all.slice(place.start, place.end) === quote) return place;
  if (quote === '') return all === '' ? { start: 0, end: 0 } : null;
  const first = all.indexOf(quote);
  if (first < 0 || all.includes(quote, first + 1)) return null;
  return { start: first, end: first + quote.length };
}

function positionOf(text: Y.Text, index: number, assoc: number): string {
  return JSON.stringify(Y.relativePositionToJSON(Y.createRelativePositionFromTypeIndex(text, index, assoc)));
}

function offsetOf(text: Y.Text, position: string): number | null {
  const { doc } = text;
  if (!doc) return null;
  try {
    const relative = Y.createRelativePositionFromJSON(JSON.parse(position));
    const found = Y.createAbsolutePositionFromRelativePosition(relative, doc);
    return found && found.type === text ? found.index : null;
  } catch {
    // Of another text, or damaged on the disk: the words alone say where it is.
    return null;
  }
}
