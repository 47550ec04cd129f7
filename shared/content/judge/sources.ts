import type { Found } from './finding.ts';
import type { Block, JudgedText } from './judged-text.ts';

/** Figures that come from somewhere: shares, sums, multiples. */
const FIGURE =
  /(?<![\w.])\d[\d,.]{0,15}\s?(?:%|percent\b|per cent\b|(?:million|billion|trillion)\b|times (?:more|less|as|higher|lower|faster)\b)|[$€£]\d[\d,.]{0,15}|\b(?:one|two|three|four|nine|\d) (?:in|out of) (?:two|three|four|five|ten|twenty|\d{1,4})\b/i;
/** Some words in quotation marks are a term; this many are what somebody has said. */
const QUOTED_WORDS = 8;
const QUOTATION = /[“"]([^“”"\n]{30,1000})[”"]/g;

/** Paragraphs with figures or quotations, and no link or footnote that says where they come from. */
export function missingSources({ blocks }: JudgedText): Found[] {
  return blocks.flatMap((block): Found[] => {
    if (block.hasSource || block.kind === 'heading') return [];
    const figure = FIGURE.exec(block.text);
    const quotation = quotationIn(block);
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

function quotationIn({ text, isQuoted }: Block): { index: number; length: number } | null {
  if (isQuoted && text.trim() !== '') return { index: 0, length: text.length };
  for (const match of text.matchAll(QUOTATION)) {
    if ((match[1] ?? '').split(/\s+/).length >= QUOTED_WORDS) return { index: match.index, length: match[0].length };
  }
  return null;
}
