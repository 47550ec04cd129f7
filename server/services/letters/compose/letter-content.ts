import { z } from 'zod';

/** The part of a letter about one post. */
const letterItem = z.object({ postId: z.int(), html: z.string(), text: z.string() });
export type LetterItem = z.output<typeof letterItem>;

/**
 * The content of a letter, made once for all recipients. Only the foot differs between recipients, and the selection of
 * items, which depends on what they follow.
 */
export const letterContent = z.object({
  subject: z.string(),
  /** The page before the items. */
  head: z.string(),
  items: z.array(letterItem),
  /** The page after the items, with {@link SLOTS}. */
  foot: z.string(),
  headText: z.string(),
  footText: z.string(),
  /** Whether the post continues on the site. */
  isCut: z.boolean(),
});
export type LetterContent = z.output<typeof letterContent>;

/** The placeholders in a foot for the values of each reader. The foot contains no titles or texts of posts. */
export const SLOTS = { topic: '{{topic}}', preferences: '{{preferences}}', unsubscribe: '{{unsubscribe}}' } as const;

/** The reader for whom a letter is filled in. */
export interface LetterReader {
  /** The topic that the reader follows: "Tea", "Travel on Tea". */
  topic: string;
  /** The reader's own addresses. */
  preferences: string;
  unsubscribe: string;
  /** The posts that the reader gets; null for all. */
  postIds: readonly number[] | null;
}

/** A letter as one reader receives it. */
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
