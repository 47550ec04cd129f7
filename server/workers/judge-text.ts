import { placesOfAddresses } from '#shared/content/judge/address-places.ts';
import type { Found, JudgedCodex, JudgedPost } from '#shared/content/judge/finding.ts';
import type { PictureNames } from '#shared/content/judge/judge-structure.ts';
import { judgeText } from '#shared/content/judge/judge-texts.ts';
import { type Place, readJudgedText } from '#shared/content/judge/judged-text.ts';
import { createCopyFinder } from '#shared/content/judge/near-copies.ts';

/** What is wanted of a text: what it says of itself and where its addresses stand, or what of it stands almost the same in others. */
export type JudgeRequest =
  | { kind: 'text'; post: JudgedPost; codex: JudgedCodex; addresses: readonly string[]; pictureNames: PictureNames }
  | { kind: 'copies'; content: string; others: readonly StoredText[] };

/** Another post, as it is stored. */
interface StoredText {
  title: string;
  html: string;
}

export interface JudgeAnswer {
  found: Found[];
  /** The text's longest paragraphs, by which others are searched that may be copies. */
  longest: string[];
  /** Where the addresses that were asked for stand, in their order; null for those that stand nowhere. */
  places: (Place | null)[];
}

/** Paragraphs that are searched by, and how much of each. */
const SEARCHED = { paragraphs: 6, characters: 4000 } as const;

/** Judges a text; the same in the server's thread and in the worker. Throws AppError `content_too_complex`. */
export function judge(request: JudgeRequest): JudgeAnswer {
  if (request.kind === 'copies') {
    const copiesIn = createCopyFinder(readJudgedText(request.content));
    const found = request.others.flatMap(({ title, html }) => copiesIn({ title, paragraphs: paragraphsOf(html) }));
    return { found, longest: [], places: [] };
  }
  const text = readJudgedText(request.post.content);
  const longest = text.blocks
    .filter(({ kind }) => kind === 'paragraph')
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, SEARCHED.paragraphs)
    .map((block) => block.text.slice(0, SEARCHED.characters));
  const places = placesOfAddresses(text, request.post.content, request.addresses);
  return { found: judgeText(request.post, text, request.codex, request.pictureNames), longest, places };
}

const BLOCK = /<\/?(?:p|li|td|th|blockquote|h[1-6]|pre|div|dd|dt|figcaption)\b[^>]*>/g;
const TAG = /<[^>]*>/g;
const NAMED: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', nbsp: ' ' };

/** The paragraphs of stored HTML as words, to be compared: their order counts, their marks do not. */
function paragraphsOf(html: string): string[] {
  return html
    .split(BLOCK)
    .map((part) => part.replace(TAG, '').replace(/&(\w{2,5});/g, (whole, name) => NAMED[name] ?? whole))
    .filter((part) => part.trim() !== '');
}
