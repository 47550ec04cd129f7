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
 * the box. They are then evened out, so that no word is left alone under full lines. `text` has single spaces.
 */
export function setInLines(text: string, box: Box): TextLines {
  const filled = fill(text, box);
  if (filled.isCut || filled.isBroken || filled.lines.length < 2) return filled;
  const widestWord = Math.max(...text.split(' ').map(box.measure));
  let { lines } = filled;
  let [narrow, wide] = [Math.max(widestWord, box.width / 2), box.width];
  while (wide - narrow > 4) {
    const width = (narrow + wide) / 2;
    const evened = fill(text, { ...box, width, maxLines: filled.lines.length });
    if (evened.isCut) narrow = width;
    else {
      wide = width;
      lines = evened.lines;
    }
  }
  return { ...filled, lines };
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
  let kept = line;
  const said = () => `${kept.replace(/[\s.,:;–—-]+$/, '')}…`;
  while (measure(said()) > width && kept.length > 1) {
    kept = kept.includes(' ') ? kept.slice(0, kept.lastIndexOf(' ')) : kept.slice(0, -1);
  }
  return said();
}
