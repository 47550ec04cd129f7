/** A text in which words are looked for that somebody has quoted from memory. */
export interface QuotableText {
  /** Where these words stand, in UTF-16 code units; null where they stand nowhere. */
  placeOf(quote: string): { start: number; end: number } | null;
}

/** What models change in words they quote: kinds of quotation marks, dashes and blanks. */
const SAME: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '\u2011': '-',
};
/** Marks of Markdown that are left out where words are quoted as they are read. */
const MARKS = '*_`~';
/** Blanks behind the letters of English: no-break, narrow, of typesetters. */
const BLANKS = '\u00a0\u2007\u2009\u202f\u3000';
const ELLIPSIS = /^(?:…|\.{3})\s*|\s*(?:…|\.{3})$/g;

/** Finds words letter by letter, else whatever their case, blanks, quotation marks, dashes and emphasis. Linear in the text. */
export function quotableText(text: string): QuotableText {
  let plain: Plain | null = null;
  return {
    placeOf(quote) {
      const words = quote.trim().replace(ELLIPSIS, '');
      const sought = plainOf(words).text.trim();
      if (sought === '') return null;
      const exact = text.indexOf(words);
      if (exact >= 0) return { start: exact, end: exact + words.length };
      plain ??= plainOf(text);
      const at = plain.text.indexOf(sought);
      if (at < 0) return null;
      const start = plain.places[at] ?? 0;
      return { start, end: (plain.places[at + sought.length - 1] ?? start) + 1 };
    },
  };
}

interface Plain {
  text: string;
  /** Where each letter of it stands in what it was made of. */
  places: number[];
}

function plainOf(text: string): Plain {
  const low = text.toLowerCase();
  // Some letters are two when they are small; their places would be others.
  const source = low.length === text.length ? low : text;
  const letters: string[] = [];
  const places: number[] = [];
  let isBehindBlank = false;
  for (let at = 0; at < source.length; at += 1) {
    const letter = source.charAt(at);
    if (MARKS.includes(letter)) continue;
    const isBlank = letter <= ' ' || BLANKS.includes(letter);
    if (isBlank && isBehindBlank) continue;
    isBehindBlank = isBlank;
    letters.push(isBlank ? ' ' : letter > '\u2000' ? (SAME[letter] ?? letter) : letter);
    places.push(at);
  }
  return { text: letters.join(''), places };
}
