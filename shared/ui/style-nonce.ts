/**
 * The nonce under which style elements of this page count, which its style sheet carries; undefined where the page has none
 * (the desktop app, development). Scripts read it, style sheets and HTML that came from elsewhere do not.
 */
export function styleNonce(): string | undefined {
  return document.querySelector<HTMLLinkElement>('link[rel=stylesheet][nonce]')?.nonce || undefined;
}
