const MAX_LENGTH = 200;

/**
 * A tag's name as the part of an address that distinguishes it from all others. Names that differ only in case,
 * diacritics, spaces or punctuation are one tag; other scripts keep their letters; "C", "C++" and "C#" stay three tags.
 * Never empty for a name that is not blank, and unchanged when applied to a slug.
 */
export function tagSlug(name: string): string {
  const slug = name
    .toWellFormed()
    .normalize('NFKD')
    // In these two scripts a mark is an accent; in others it can make another letter (и, й) or a vowel.
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('+', '-plus-')
    .replaceAll('#', '-sharp-')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return cut(slug === '' ? codePoints(name) : slug);
}

/** For names that consist only of symbols: "🎉" is "u1f389". */
function codePoints(name: string): string {
  return Array.from(name.trim(), (symbol) => `u${symbol.codePointAt(0)?.toString(16) ?? ''}`).join('-');
}

function cut(slug: string): string {
  return Array.from(slug).slice(0, MAX_LENGTH).join('').replace(/-$/, '');
}
