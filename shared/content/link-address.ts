/** The result of reading an address that an owner has typed for a link. */
export type LinkAddress =
  /** The address can be used in this form. */
  | { readonly kind: 'usable'; readonly url: string }
  /** The address names a site or a mailbox but has no scheme; `url` has one. */
  | { readonly kind: 'offered'; readonly url: string }
  /** Nobody can be led to the address; `scheme` is its scheme, where it has one. */
  | { readonly kind: 'refused'; readonly scheme: string | null };

const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
/** `example.com`, `localhost`, also with a port, a path, a query. */
const HOST =
  /^(?:localhost|[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?(?:\.[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?)*\.\p{L}{2,}|(?:\d{1,3}\.){3}\d{1,3})(?::\d{1,5})?(?:[/?#].*)?$/u;
/** In UTF-16 code units: no longer text is a site or a mailbox without a scheme. */
const LONGEST = 2000;
const MAILBOX = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/;

/**
 * Reads an address for a link. Links lead to http, https, mailto and tel, to a path of the site (`/…`) and to a place
 * in the post (`#…`). Browsers drop tabs and line ends anywhere (WHATWG URL, "basic URL parser"), so `java\tscript:` is
 * a scheme.
 */
export function readLinkAddress(typed: string): LinkAddress {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them at the ends.
  const url = typed.replace(/[\t\n\r]/g, '').replace(/^[\x00-\x20]+|[\x00-\x20]+$/g, '');
  if (url.startsWith('#') || /^\/(?![/\\])/.test(url)) return { kind: 'usable', url };
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme !== undefined && SCHEMES.has(scheme)) {
    const rest = url.slice(scheme.length + 1);
    const isWhole = scheme.startsWith('http') ? /^\/\/[^/?#\s]/.test(rest) && URL.canParse(url) : /^[^\s]/.test(rest);
    return isWhole ? { kind: 'usable', url } : { kind: 'refused', scheme: null };
  }
  const host = url.replace(/^\/\//, '');
  if (host.length > LONGEST) return { kind: 'refused', scheme: scheme ?? null };
  if (HOST.test(host)) return { kind: 'offered', url: `https://${host}` };
  if (MAILBOX.test(url)) return { kind: 'offered', url: `mailto:${url}` };
  return { kind: 'refused', scheme: scheme ?? null };
}

/** Whether a text is a complete address that may be pasted as a link: on one line, with a scheme. */
export function isWholeAddress(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed === '' || /\s/.test(trimmed) || /^[/#]/.test(trimmed)) return false;
  return readLinkAddress(trimmed).kind === 'usable';
}
