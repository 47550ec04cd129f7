import type { Found } from './finding.ts';
import type { Block, JudgedText } from './judged-text.ts';

/** Figures that must have a source: shares, sums, multiples. */
const FIGURE =
  /(?<![\w.])\d[\d,.]{0,15}\s?(?:%|percent\b|per cent\b|(?:million|billion|trillion)\b|times (?:more|less|as|higher|lower|faster)\b)|[$€£]\d[\d,.]{0,15}|\b(?:one|two|three|four|nine|\d) (?:in|out of) (?:two|three|four|five|ten|twenty|\d{1,4})\b/i;
/** A few words in quotation marks are a term; from this number on they are a person's statement. */
const QUOTED_WORDS = 8;
const QUOTATION = /[“"]([^“”"\n]{30,1000})[”"]/g;

/** Text before a quotation that is nobody's statement: the author's own words, or words that one might say or ask. */
const NOBODY_SAID =
  /(?:\b(?:I|we|you)\b[^.!?;:“"]{0,40}|\b(?:say|saying|ask|asking|respond|responding|think|thinking|question|used to be)\b)[,:]?\s*[(*_]*$|[“"][.,]?\s(?:or|and),?\s*$/i;
/** A share that is only a figure of speech: all of it. */
const ALL = /^100\s?(?:%|percent|per cent)/i;
/** Text before a figure that is a demand or a rating, or a name in quotation marks. */
const NO_FIGURE = /[“"‘]$|\b(?:should|must|ought to|like a|rate it an?|give it an?)\b[^.!?]{0,30}$/i;

/** Finds paragraphs with figures or quotations but without a link or footnote to their source. */
export function missingSources({ blocks }: JudgedText): Found[] {
  return blocks.flatMap((block, at): Found[] => {
    if (block.hasSource || block.kind === 'heading') return [];
    const figure = figureIn(block.text);
    // A quotation of several paragraphs is reported once.
    const goesOn = block.isQuoted && blocks[at - 1]?.isQuoted;
    const quotation = goesOn ? null : quotationIn(block);
    return [
      ...(figure
        ? [found(block, `“${figure[0].trim()}” has no link to its source.`, figure.index, figure[0].length)]
        : []),
      ...(quotation ? [found(block, 'A quotation has no link to its source.', quotation.index, quotation.length)] : []),
    ];
  });
}

function found(block: Block, says: string, index: number, length: number): Found {
  return { check: 'no-source', says, place: block.placeOf(index, length) };
}

function figureIn(text: string): RegExpExecArray | null {
  const figure = FIGURE.exec(text);
  if (figure === null) return null;
  return ALL.test(figure[0]) || NO_FIGURE.test(text.slice(0, figure.index).slice(-80)) ? null : figure;
}

function quotationIn({ text, isQuoted }: Block): { index: number; length: number } | null {
  if (isQuoted && text.trim() !== '') return { index: 0, length: text.length };
  for (const match of text.matchAll(QUOTATION)) {
    if ((match[1] ?? '').split(/\s+/).length < QUOTED_WORDS) continue;
    if (!NOBODY_SAID.test(text.slice(Math.max(0, match.index - 60), match.index)))
      return { index: match.index, length: match[0].length };
  }
  return null;
}
