import type { Found, JudgedCodex, JudgedPost } from './finding.ts';
import { againstCodex } from './judge-codex.ts';
import { strangeEmbeds } from './judge-embeds.ts';
import { skippedHeadings } from './judge-headings.ts';
import { malformedLinks } from './judge-links.ts';
import { alternativeTexts, missingPicture } from './judge-pictures.ts';
import { missingSources } from './judge-sources.ts';
import type { JudgedText } from './judged-text.ts';
import { leftovers, leftoversInHeads } from './leftovers.ts';
import { wrongLengths } from './lengths.ts';
import { hardToRead } from './readability.ts';

/** What a post says of itself, without the site it stands on. `text` is its content, read. */
export function judgeText(post: JudgedPost, text: JudgedText, codex: JudgedCodex): Found[] {
  return [
    ...leftoversInHeads(post),
    ...leftovers(text),
    ...againstCodex(codex, post, text),
    ...malformedLinks(text),
    ...missingSources(text),
    ...alternativeTexts(text),
    ...missingPicture(post, text),
    ...strangeEmbeds(text),
    ...skippedHeadings(text),
    ...wrongLengths(post),
    ...hardToRead(text),
  ];
}
