import type { Typeface } from './typeface.ts';

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Signs a person sees as a small picture: emoji, flags, keycaps. */
const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u20e3/u;
/** What has no drawing of its own: joiners, soft hyphens, marks of direction, control characters. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/gu;

/**
 * A text as a face can draw it: emoji are dropped, letters in fancy dress (𝗯𝗼𝗹𝗱) get their plain drawing. Empty when the
 * face lacks a letter: a line with boxes or holes in it says less than none, and a script the face does not have may need
 * shaping it cannot have.
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
