import { againstCodex } from './codex.ts';
import { strangeEmbeds } from './embeds.ts';
import type { Found, JudgedCodex, JudgedPost } from './finding.ts';
import { skippedHeadings } from './headings.ts';
import type { JudgedText } from './judged-text.ts';
import { leftovers, leftoversInHeads } from './leftovers.ts';
import { wrongLengths } from './lengths.ts';
import { malformedLinks } from './links.ts';
import { alternativeTexts, missingPicture } from './pictures.ts';
import { hardToRead } from './readability.ts';
import { missingSources } from './sources.ts';

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
