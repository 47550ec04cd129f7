const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Box {
  /** Returns the length of a text in the unit of `width`. */
  measure: (text: string) => number;
  width: number;
  maxLines: number;
}

export interface TextLines {
  lines: string[];
  /** Whether the last line ends in an ellipsis, because there is more text. */
  isCut: boolean;
  /** Whether a word was wider than the box. */
  isBroken: boolean;
}

/**
 * Breaks a text into lines no wider than the box. Lines break between words, and inside a word only where the word
 * alone is wider than the box. A text that fits is broken into lines of lengths as equal as possible, so that no word
 * stands alone under full lines. `text` has single spaces.
 */
export function setInLines(text: string, box: Box): TextLines {
  const filled = fill(text, box);
  if (filled.isCut || filled.isBroken || filled.lines.length < 2) return filled;
  return { ...filled, lines: even(text.split(' '), filled.lines.length, box) };
}

/**
 * Returns the lines with the smallest sum of squares of their free space. It is known that the words fit into `count`
 * lines.
 */
function even(words: readonly string[], count: number, { measure, width }: Box): string[] {
  /** The best lines for the first words up to each index, with their cost; undefined where no lines fit. */
  let best: ({ lines: string[]; cost: number } | undefined)[] = [{ lines: [], cost: 0 }];
  for (let lines = 1; lines <= count; lines += 1) {
    const next: typeof best = [];
    for (const [from, before] of best.entries()) {
      if (!before) continue;
      for (let to = from + 1; to <= words.length; to += 1) {
        const line = words.slice(from, to).join(' ');
        const free = width - measure(line);
        if (free < 0) break;
        const cost = before.cost + free ** 2;
        if (cost < (next[to]?.cost ?? Number.POSITIVE_INFINITY)) next[to] = { lines: [...before.lines, line], cost };
      }
    }
    best = next;
  }
  return best[words.length]?.lines ?? [];
}

/** Fills one line after the other. It stops at the last line: a text may be of any length. */
function fill(text: string, box: Box): TextLines {
  const { measure, width, maxLines } = box;
  const lines: string[] = [];
  let line = '';
  let isBroken = false;
  for (const word of text.split(' ')) {
    const isTooWide = measure(word) > width;
    isBroken ||= isTooWide;
    for (const piece of isTooWide ? piecesOf(word, box) : [word]) {
      const longer = line === '' ? piece : `${line} ${piece}`;
      if (line === '' || measure(longer) <= width) line = longer;
      else if (lines.length + 1 === maxLines)
        return { lines: [...lines, withEllipsis(line, box)], isCut: true, isBroken };
      else {
        lines.push(line);
        line = piece;
      }
    }
  }
  return { lines: line === '' ? lines : [...lines, line], isCut: false, isBroken };
}

/** Yields the pieces of a word that each fill the box. */
function* piecesOf(word: string, { measure, width }: Box): Generator<string> {
  let piece = '';
  for (const { segment } of GRAPHEMES.segment(word)) {
    if (piece !== '' && measure(piece + segment) > width) {
      yield piece;
      piece = '';
    }
    piece += segment;
  }
  yield piece;
}

/** Returns a line with an ellipsis, with as many of its words as there is room for. */
function withEllipsis(line: string, { measure, width }: Box): string {
  let shortened = line;
  const said = () => `${shortened.replace(/[\s.,:;–—-]+$/, '')}…`;
  while (measure(said()) > width && shortened.length > 1) {
    shortened = shortened.includes(' ') ? shortened.slice(0, shortened.lastIndexOf(' ')) : shortened.slice(0, -1);
  }
  return said();
}
