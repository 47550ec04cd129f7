import { linkDestination, linkLabel } from './insert-link-syntax.ts';
import { type LinkAddress, readLinkAddress } from './link-address.ts';

interface LinkToInsert {
  text: string;
  url: string;
}

/** A place in a text: a cursor where `start` equals `end`, else a selection. In UTF-16 code units. */
export interface Selection {
  readonly start: number;
  readonly end: number;
}

type LinkOutcome =
  /** The link text or the URL is blank: 'Please fill in both link text and URL.' */
  | { readonly kind: 'incomplete' }
  /** The address cannot be used as it was typed. */
  | Exclude<LinkAddress, { kind: 'usable' }>
  /** `cursor` is the offset after the link. */
  | { readonly kind: 'inserted'; readonly markdown: string; readonly cursor: number };

/** Inserts a Markdown link at the cursor; it replaces the selection. */
export function insertLink(markdown: string, { start, end }: Selection, { text, url }: LinkToInsert): LinkOutcome {
  if (text.trim() === '' || url.trim() === '') return { kind: 'incomplete' };
  const address = readLinkAddress(url);
  if (address.kind !== 'usable') return address;
  const head = readyForLink(markdown.slice(0, start)) + linkMarkup(text, address.url);
  return { kind: 'inserted', markdown: head + markdown.slice(end), cursor: head.length };
}

/** Returns `[text](url)`, escaped. */
export function linkMarkup(text: string, url: string): string {
  return `[${linkLabel(text)}](${linkDestination(url)})`;
}

/**
 * Prepares the text before a link: an exclamation mark directly before the link would make a picture of it, and a
 * backslash would escape its bracket. Escaped, both appear as they were typed.
 */
function readyForLink(before: string): string {
  const [tail = ''] = /\\*!?$/.exec(before) ?? [];
  const backslashes = tail.length - (tail.endsWith('!') ? 1 : 0);
  const isEscaped = backslashes % 2 === 1;
  if (tail.endsWith('!')) return isEscaped ? before : `${before.slice(0, -1)}\\!`;
  return isEscaped ? `${before}\\` : before;
}
