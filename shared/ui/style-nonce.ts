/**
 * Returns the nonce that style elements of this page need, taken from the page's style sheet; undefined where the page
 * has none (the desktop app, development). Scripts can read it; style sheets and HTML from elsewhere cannot.
 */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLLinkElement>('link[rel=stylesheet][nonce]')?.nonce || undefined;
}
