/**
 * The one door for HTML that React does not make: `<div {...trustedHtml(post.html)} />`. Only for what our own server has
 * sanitized (a post's `html`), escaped (a search `snippet`) or rendered (a landing page), never for anything a reader or another site wrote.
 */
export function trustedHtml(html: string): { dangerouslySetInnerHTML: { __html: string } } {
  return { dangerouslySetInnerHTML: { __html: html } };
}
