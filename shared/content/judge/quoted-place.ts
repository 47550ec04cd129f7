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
const MARK = /[*_`~]/;
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
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (MARK.test(letter)) continue;
    const isBlank = /\s/.test(letter);
    if (isBlank && letters.at(-1) === ' ') continue;
    const lower = letter.toLowerCase();
    letters.push(isBlank ? ' ' : (SAME[letter] ?? (lower.length === 1 ? lower : letter)));
    places.push(at);
  }
  return { text: letters.join(''), places };
}
