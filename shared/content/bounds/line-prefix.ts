/** The part of a line before its content. */
export interface LinePrefix {
  /** The containers that begin or continue here, the outermost first. */
  markers: Marker[];
  /** Where the content begins: its column, and its position in the text. */
  indent: number;
  content: number;
}

export interface Marker {
  column: number;
  isQuote: boolean;
}

// More than is ever allowed: further markers need not be counted.
export const MAX_MARKERS = 200;
const SPACE = 32;
const TAB = 9;

/** Reads the quote, list and footnote markers and the blanks at the start of the line from `start` to `end`. */
export function readPrefix(text: string, start: number, end: number): LinePrefix {
  const markers: Marker[] = [];
  let column = 0;
  let at = start;
  for (;;) {
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === TAB) column += 4 - (column % 4);
      else if (code === SPACE) column += 1;
      else break;
    }
    const length = at < end ? markerLength(text, at, end) : 0;
    if (length === 0 || markers.length > MAX_MARKERS) return { markers, indent: column, content: at };
    markers.push({ column, isQuote: text[at] === '>' });
    column += length;
    at += length;
  }
}

const ordered = /\d{1,9}[.)](?=[ \t\n]|$)/y;
const footnote = /\[\^[^\]\s]{1,999}\]:/y;

function markerLength(text: string, at: number, end: number): number {
  const mark = text[at] ?? '';
  if (mark === '>') return 1;
  if (mark === '-' || mark === '+' || mark === '*') {
    const isFollowed = at + 1 >= end || text[at + 1] === ' ' || text[at + 1] === '\t';
    return isFollowed && !isThematicBreak(text, at, end) ? 1 : 0;
  }
  const pattern = mark === '[' ? footnote : mark >= '0' && mark <= '9' ? ordered : null;
  if (pattern === null) return 0;
  pattern.lastIndex = at;
  return pattern.test(text) && pattern.lastIndex <= end ? pattern.lastIndex - at : 0;
}

function isThematicBreak(text: string, at: number, end: number): boolean {
  const mark = text[at];
  if (mark === '+') return false;
  let marks = 0;
  for (let index = at; index < end; index += 1) {
    if (text[index] === mark) marks += 1;
    else if (text[index] !== ' ' && text[index] !== '\t') return false;
  }
  // The parser reads a longer rule mark by mark, like nested lists, before it knows that it is a rule.
  return marks >= 3 && marks <= MAX_MARKERS;
}
