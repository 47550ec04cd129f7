import { trusted } from '#shared/ui/html-policy.ts';

/** React compares by identity: the same text must give the same object, or the HTML would be set again each time. */
const made = new Map<string, string>();
/** The number of texts of a visit that are held; a list of search results has some dozens. */
const MOST = 200;

/**
 * The only way for HTML that React does not make: `<div {...trustedHtml(post.html)} />`. Only for HTML that our own
 * server has sanitized (a post's `html`), escaped (a search `snippet`) or rendered (a landing page), never for anything
 * that a reader or another site wrote.
 */
export function trustedHtml(html: string): { dangerouslySetInnerHTML: { __html: string } } {
  return { dangerouslySetInnerHTML: { __html: typeof document === 'undefined' ? html : held(html) } };
}

function held(html: string): string {
  const known = made.get(html);
  if (known !== undefined) return known;
  if (made.size >= MOST) made.clear();
  const fresh = trusted(html);
  made.set(html, fresh);
  return fresh;
}
