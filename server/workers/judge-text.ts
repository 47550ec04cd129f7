import { placesOfAddresses } from '#shared/content/judge/address-places.ts';
import type { Found, JudgedCodex, JudgedPost } from '#shared/content/judge/finding.ts';
import type { PictureNames } from '#shared/content/judge/judge-structure.ts';
import { judgeText } from '#shared/content/judge/judge-texts.ts';
import { type Place, readJudgedText } from '#shared/content/judge/judged-text.ts';
import { createCopyFinder } from '#shared/content/judge/near-copies.ts';

/**
 * A request about a text: either its findings and the places of its addresses, or the parts of it that occur almost
 * unchanged in other posts.
 */
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
  /** The text's longest paragraphs, with which other posts are searched for copies. */
  longest: string[];
  /** The places of the requested addresses, in their order; null for an address that the text does not contain. */
  places: (Place | null)[];
}

/** The number of paragraphs that are searched for, and how many characters of each. */
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

/**
 * Returns the paragraphs of stored HTML as plain words for the comparison: the order of the words counts, their
 * formatting does not.
 */
function paragraphsOf(html: string): string[] {
  return html
    .split(BLOCK)
    .map((part) => part.replace(TAG, '').replace(/&(\w{2,5});/g, (whole, name) => NAMED[name] ?? whole))
    .filter((part) => part.trim() !== '');
}
