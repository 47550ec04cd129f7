import * as Y from 'yjs';

/**
 * A place in a text, with the words that stood there, which stays valid however the text around it changes. It can be
 * stored as JSON.
 */
export interface TextAnchor {
  /** The words; for a place between two letters, the words before it. */
  readonly quote: string;
  /** Whether the place is after the words and not the words themselves. */
  readonly isBehind: boolean;
  /** Both ends, in Yjs's form of a relative position. */
  readonly start: string;
  readonly end: string;
}

/** The number of characters before a place that distinguish it from others. */
const BEFORE = 200;

/** Marks a part of a text; if the part is empty, marks the place by the words before it. */
export function anchorOf(text: Y.Text, start: number, end: number): TextAnchor {
  const all = text.toString();
  const isBehind = start === end;
  const from = isBehind ? Math.max(0, start - BEFORE) : start;
  return {
    quote: all.slice(from, end),
    isBehind,
    // The end is bound to the letter before it, so that text typed after it does not belong to the part.
    start: positionOf(text, from, 0),
    end: positionOf(text, end, -1),
  };
}

/**
 * Returns the current place of a part: the same words at their place or, if that place is lost, the only occurrence of
 * the words. Returns null when the words have changed: then it is unknown what is to be changed.
 */
export function placeOf(text: Y.Text, anchor: TextAnchor): { start: number; end: number } | null {
  const found = wordsAt(text, anchor);
  if (found === null) return null;
  return anchor.isBehind ? { start: found.end, end: found.end } : found;
}

/** Returns the place of the text that the words have become; null when the text no longer knows the place. */
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
    // The position is of another text, or damaged on the disk: only the words can say where the part is.
    return null;
  }
}
