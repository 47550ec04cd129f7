import { z } from 'zod';

/** The part of a letter that tells of one post. */
const letterItem = z.object({ postId: z.int(), html: z.string(), text: z.string() });
export type LetterItem = z.output<typeof letterItem>;

/**
 * What a letter says, made once for everybody. Only its foot differs from reader to reader, and which of its items they
 * get: what they follow.
 */
export const letterContent = z.object({
  subject: z.string(),
  /** The page up to the items. */
  head: z.string(),
  items: z.array(letterItem),
  /** The page from behind the items on, with {@link SLOTS}. */
  foot: z.string(),
  headText: z.string(),
  footText: z.string(),
  /** Whether its post goes on on the site. */
  isCut: z.boolean(),
});
export type LetterContent = z.output<typeof letterContent>;

/** What stands in a foot where each reader's own is to be. Titles and texts of posts stand nowhere in it. */
export const SLOTS = { topic: '{{topic}}', preferences: '{{preferences}}', unsubscribe: '{{unsubscribe}}' } as const;

/** Whom a letter is filled in for. */
export interface LetterReader {
  /** What they follow: "Tea", "Travel on Tea". */
  topic: string;
  /** Addresses of their own. */
  preferences: string;
  unsubscribe: string;
  /** The posts they get; null for all. */
  postIds: readonly number[] | null;
}

/** A letter as one reader gets it. */
export function fillLetter(content: LetterContent, reader: LetterReader): { html: string; text: string } {
  const { postIds } = reader;
  const items = content.items.filter(({ postId }) => postIds === null || postIds.includes(postId));
  const fill = (foot: string, write: (value: string) => string) =>
    foot.replace(/\{\{(topic|preferences|unsubscribe)\}\}/g, (_, name: keyof typeof SLOTS) => write(reader[name]));
  return {
    html: content.head + items.map(({ html }) => html).join('') + fill(content.foot, escapeHtml),
    text: content.headText + items.map(({ text }) => text).join('\n\n') + fill(content.footText, (value) => value),
  };
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
