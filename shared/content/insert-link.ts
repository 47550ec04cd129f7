import { linkDestination, linkLabel } from './insert-link-syntax.ts';
import { type LinkAddress, readLinkAddress } from './link-address.ts';

interface LinkToInsert {
  text: string;
  url: string;
}

/** A place in a text: a cursor where `start` is `end`, else what is selected. In UTF-16 code units. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

type LinkOutcome =
  /** Link text or URL is blank: 'Please fill in both link text and URL.' */
  | { readonly kind: 'incomplete' }
  /** The address cannot be used as it is. */
  | Exclude<LinkAddress, { kind: 'usable' }>
  /** `cursor` stands behind the link. */
  | { readonly kind: 'inserted'; readonly markdown: string; readonly cursor: number };

/** Puts a Markdown link at the cursor, in the place of what is selected. */
export function insertLink(markdown: string, { start, end }: Selection, { text, url }: LinkToInsert): LinkOutcome {
  if (text.trim() === '' || url.trim() === '') return { kind: 'incomplete' };
  const address = readLinkAddress(url);
  if (address.kind !== 'usable') return address;
  const head = readyForLink(markdown.slice(0, start)) + linkMarkup(text, address.url);
  return { kind: 'inserted', markdown: head + markdown.slice(end), cursor: head.length };
}

/** `[text](url)`, escaped. */
export function linkMarkup(text: string, url: string): string {
  return `[${linkLabel(text)}](${linkDestination(url)})`;
}

/**
 * A text a link may follow: an exclamation mark before it would make a picture of it, a backslash would take its
 * bracket. Escaped, both show as they were typed.
 */
function readyForLink(before: string): string {
  const [tail = ''] = /\\*!?$/.exec(before) ?? [];
  const backslashes = tail.length - (tail.endsWith('!') ? 1 : 0);
  const isEscaped = backslashes % 2 === 1;
  if (tail.endsWith('!')) return isEscaped ? before : `${before.slice(0, -1)}\\!`;
  return isEscaped ? `${before}\\` : before;
}
