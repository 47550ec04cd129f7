import type { Found, JudgedCodex, JudgedPost } from './finding.ts';
import { againstCodex } from './judge-codex.ts';
import { hardToRead, wrongLengths } from './judge-measures.ts';
import { missingSources } from './judge-sources.ts';
import {
  alternativeTexts,
  malformedLinks,
  missingPicture,
  type PictureNames,
  skippedHeadings,
  strangeEmbeds,
} from './judge-structure.ts';
import type { JudgedText } from './judged-text.ts';
import { leftovers, leftoversInHeads } from './leftovers.ts';

/**
 * Judges a post by itself, without the rest of the site. `text` is its parsed content; `names` has the names of its
 * pictures, where they are known.
 */
export function judgeText(post: JudgedPost, text: JudgedText, codex: JudgedCodex, names: PictureNames = {}): Found[] {
  return [
    ...leftoversInHeads(post),
    ...leftovers(text),
    ...againstCodex(codex, post, text),
    ...malformedLinks(text),
    ...missingSources(text),
    ...alternativeTexts(text, names),
    ...missingPicture(post, text),
    ...strangeEmbeds(text),
    ...skippedHeadings(text),
    ...wrongLengths(post),
    ...hardToRead(text),
  ];
}
