import type { PostValues } from '#shared/workspace/post-values.ts';

/** About the number of characters that search engines show. */
export const SHOWN = { title: 60, description: 160 } as const;
/** A text shorter than this leaves room unused. */
const SHORT = { title: 20, description: 70 } as const;

type Found = Pick<PostValues, 'title' | 'excerpt' | 'metaTitle' | 'metaDescription'>;

/**
 * Returns the title and description that search engines and social networks receive for a post, as in its page
 * (docs/rules.md, "Page metadata").
 */
export function foundAs({ title, excerpt, metaTitle, metaDescription }: Found, siteName: string) {
  const plain = title.trim() === '' ? '' : `${title.trim()} | ${siteName}`;
  return { title: metaTitle.trim() || plain, description: metaDescription.trim() || excerpt.trim() };
}

/** Returns the part of a text that is shown. */
export function cut(text: string, length: number): string {
  return [...text].length <= length ? text : `${[...text].slice(0, length).join('').trimEnd()}…`;
}

/** "58 of 60", counted in characters as people see them. */
export function countOf(part: keyof typeof SHOWN, text: string): string {
  return `${[...text].length} of ${SHOWN[part]}`;
}

const called = { title: 'title', description: 'description' } as const;

/**
 * Returns advice on the length of a text; null when there is none. `isOwn`: the text is the field's own, and not
 * derived from another field.
 */
export function adviceOn(part: keyof typeof SHOWN, text: string, isOwn: boolean): string | null {
  const { length } = [...text];
  const from = isOwn
    ? ''
    : { title: 'Empty: the title and the site’s name. ', description: 'Empty: the excerpt. ' }[part];
  if (length === 0) return part === 'title' ? null : 'Empty: search engines choose words of the text.';
  if (length > SHOWN[part])
    return `${from}Too long: about ${length - SHOWN[part]} characters at its end are not shown.`;
  if (length < SHORT[part]) return `${from}Short: there is room for ${SHOWN[part]} characters of ${called[part]}.`;
  return from.trim() || null;
}
