/** A text that is searched for words which were quoted from memory. */
export interface QuotableText {
  /** Returns the place of these words, in UTF-16 code units; null where the text does not contain them. */
  placeOf(quote: string): { start: number; end: number } | null;
}

/** Characters that models change in words they quote: kinds of quotation marks, dashes and blanks. */
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
/** Marks of Markdown that are left out when words are quoted as they are read. */
const MARKS = '*_`~';
/** Special blanks: no-break, narrow and other typographic ones. */
const BLANKS = '\u00a0\u2007\u2009\u202f\u3000';
const ELLIPSIS = /^(?:…|\.{3})\s*|\s*(?:…|\.{3})$/g;

/**
 * Finds words letter by letter, or else without regard to case, blanks, quotation marks, dashes and emphasis. Linear in
 * the text.
 */
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
  /** The index of each of its letters in the text it was made from. */
  places: number[];
}

function plainOf(text: string): Plain {
  const low = text.toLowerCase();
  // Some letters become two in lower case, which would shift the indexes.
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
