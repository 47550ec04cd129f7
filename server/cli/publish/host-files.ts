import type { PublishedRedirect } from './redirects.ts';

// Configuration files for hosts of files. Each host reads its own and ignores the others.

/** The headers of the server's pages that a host should send too. */
const HEADERS = [
  'content-security-policy',
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'strict-transport-security',
];
const FOREVER = 'public, max-age=31536000, immutable';
const PICTURES_POLICY = "default-src 'none'; sandbox";

type Headers = Readonly<Record<string, string>>;

function ofPages(headers: Headers): [string, string][] {
  return HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as [string, string]]));
}

/** Returns `_headers` of Netlify and Cloudflare Pages. `pages` are the headers that the server sends with a page. */
export function headersFile(pages: Headers): string {
  const block = (path: string, headers: [string, string][]) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    block('/*', ofPages(pages)),
    block('/assets/*', [['cache-control', FOREVER]]),
    block('/uploads/*', [
      ['cache-control', FOREVER],
      // Where a host sends both policies, this last one counts: browsers enforce each.
      ['content-security-policy', PICTURES_POLICY],
    ]),
    block('/feed.json', [['content-type', 'application/feed+json; charset=utf-8']]),
    block('/published-site.json', [['x-robots-tag', 'noindex']]),
  ].join('\n\n')}\n`;
}

/** Whether an address can stand in a line of words: an address with a query, or with spaces, is for nginx alone. */
const isWord = (text: string) => /^[^\s?*:#]+$/.test(text);

/** Returns `_redirects` of Netlify and Cloudflare Pages. */
export function redirectsFile(redirects: readonly PublishedRedirect[]): string {
  const lines = redirects
    .filter(({ from, to }) => isWord(from) && !/\s/.test(to))
    .map(({ from, to, status }) => `${from} ${to} ${status}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The characters that have a meaning for nginx within a name or an address. */
const OF_NGINX = /[\s"\\{};$]/;

/**
 * Returns two maps for nginx, by the requested address, to be included in its `http` block: `$published_moved` is a
 * permanent redirect (301), `$published_elsewhere` a temporary one (302); both are empty for every other address
 * (docs/deployment.md).
 */
export function nginxMaps(redirects: readonly PublishedRedirect[]): string {
  const map = (name: string, status: number) => {
    const lines = redirects
      .filter((each) => each.status === status && !OF_NGINX.test(each.from) && !OF_NGINX.test(each.to))
      .map(({ from, to }) => `  "${from}" "${to}";`);
    return [`map $request_uri $${name} {`, "  default '';", ...lines, '}'].join('\n');
  };
  return `${map('published_moved', 301)}\n${map('published_elsewhere', 302)}\n`;
}
