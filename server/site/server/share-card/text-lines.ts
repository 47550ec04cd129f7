const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface Box {
  /** The length of a text in the unit of `width`. */
  measure: (text: string) => number;
  width: number;
  maxLines: number;
}

export interface TextLines {
  lines: string[];
  /** The last ends in an ellipsis, because there is more. */
  isCut: boolean;
  /** A word was wider than the box. */
  isBroken: boolean;
}

/**
 * Sets a text in lines no wider than the box. Lines break between words, inside of one only where it alone is wider than
 * the box. A text that fits is set in lines as even as there can be, so that no word is left alone under full lines.
 * `text` has single spaces.
 */
export function setInLines(text: string, box: Box): TextLines {
  const filled = fill(text, box);
  if (filled.isCut || filled.isBroken || filled.lines.length < 2) return filled;
  return { ...filled, lines: even(text.split(' '), filled.lines.length, box) };
}

/** The lines of which the squares of what is left free sum up to the least. The words are known to fit in so many. */
function even(words: readonly string[], count: number, { measure, width }: Box): string[] {
  /** The best lines for the words up to each place, with what they cost; undefined where none fit. */
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

/** Fills one line after the other. What comes after the last is not looked at: a text may be as long as it likes. */
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

/** Pieces of a word that each fill the box. */
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

/** A line that says that there is more, with as many of its words as there is room for. */
function withEllipsis(line: string, { measure, width }: Box): string {
  let shortened = line;
  const said = () => `${shortened.replace(/[\s.,:;–—-]+$/, '')}…`;
  while (measure(said()) > width && shortened.length > 1) {
    shortened = shortened.includes(' ') ? shortened.slice(0, shortened.lastIndexOf(' ')) : shortened.slice(0, -1);
  }
  return said();
}
