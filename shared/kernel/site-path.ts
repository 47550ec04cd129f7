/** An address of the site in normalized form, so that different spellings of an address give the same text. */
export interface SitePath {
  /** Begins with one slash and ends without one, except for "/" itself. */
  pathname: string;
  /** "" or "?…", its parameters in the order of their names. */
  search: string;
  /** "" or "#…". */
  hash: string;
}

/** A base that belongs to nobody: paths are resolved against it so that they can be parsed as addresses. */
const NOWHERE = 'http://site.invalid';

/**
 * Reads an address of the site: a path, or a complete address at `origin` ("https://blog.example"). Null for any other
 * address, also for `//elsewhere.example` and `/\elsewhere.example`, which a browser takes for another site.
 */
export function readSitePath(text: string, origin: string | null = null): SitePath | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop them.
  const plain = text.replace(/[\t\n\r]/g, '').replace(/^[\x00-\x20]+|[\x00-\x20]+$/g, '');
  const isPath = /^\/(?![/\\])/.test(plain);
  const base = isPath ? NOWHERE : undefined;
  if (!URL.canParse(plain, base)) return null;
  const url = new URL(plain, base);
  if (!isPath && (origin === null || url.origin !== new URL(origin).origin)) return null;
  return { pathname: plainPath(url.pathname), search: plainQuery(url.search), hash: url.hash };
}

/** Returns the normalized path with its query, without the fragment. */
export function pathKey({ pathname, search }: Pick<SitePath, 'pathname' | 'search'>): string {
  return pathname + search;
}

/** Returns a path in readable form, "/caf%C3%A9" as "/café", if reading it again gives the same path. */
export function readablePath(path: string): string {
  try {
    const readable = decodeURI(path);
    const again = readSitePath(readable);
    return again && pathKey(again) + again.hash === path ? readable : path;
  } catch {
    return path;
  }
}

/** "/post/%61//" → "/post/a". */
function plainPath(pathname: string): string {
  const path = pathname.replace(/^\/+|\/+$/g, '');
  return `/${path.split('/').map(plainSegment).join('/')}`;
}

function plainSegment(segment: string): string {
  try {
    return encodeURIComponent(decodeURIComponent(segment));
  } catch {
    // Not a valid escape: the characters stand for themselves.
    return encodeURIComponent(segment);
  }
}

function plainQuery(search: string): string {
  const parameters = search
    .slice(1)
    .split('&')
    .filter((each) => each !== '');
  return parameters.length === 0 ? '' : `?${parameters.sort().join('&')}`;
}
