import type { Typeface } from './typeface.ts';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that people see as a small picture: emoji, flags, keycaps. */
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u;
/** Characters without a visible shape: joiners, soft hyphens, marks of direction, control characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/**
 * Returns a text as a typeface can draw it: emoji are dropped, styled letters (𝗯𝗼𝗹𝗱) are replaced by plain ones.
 * Returns "" when the typeface lacks a letter: a line with boxes or gaps says less than no line, and a script that the
 * typeface does not have may need shaping that is not done here.
 */
export function drawableText(text: string, { covers }: Pick<Typeface, 'covers'>): string {
  let drawable = '';
  for (const { segment } of GRAPHEMES.segment(text.normalize('NFC').replace(/\s+/g, ' '))) {
    const seen = segment.replace(UNSEEN, '');
    const drawn = [seen, seen.normalize('NFKC')].find(covers);
    if (drawn !== undefined) drawable += drawn;
    else if (!PICTURE.test(segment)) return '';
  }
  return drawable.replace(/\s+/g, ' ').trim();
}
