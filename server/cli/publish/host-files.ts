import type { PublishedRedirect } from './redirects.ts';

// What hosts of files can be told beside the files. Each host reads its own and leaves the others alone.

/** Headers of the server's pages that a host is told to send, too. */
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

/** `_headers` of Netlify and Cloudflare Pages. `pages` are what the server sends with a page. */
export function headersFile(pages: Headers): string {
  const block = (path: string, headers: [string, string][]) =>
    [path, ...headers.map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    block('/*', ofPages(pages)),
    block('/assets/*', [['cache-control', FOREVER]]),
    block('/uploads/*', [
      ['cache-control', FOREVER],
      // The last one counts where a host sends both; browsers hold to each.
      ['content-security-policy', PICTURES_POLICY],
    ]),
    block('/feed.json', [['content-type', 'application/feed+json; charset=utf-8']]),
    block('/published-site.json', [['x-robots-tag', 'noindex']]),
  ].join('\n\n')}\n`;
}

/** Whether an address can stand in a line of words: one with a query, or spaces, is for nginx alone. */
const isWord = (text: string) => /^[^\s?*:#]+$/.test(text);

/** `_redirects` of Netlify and Cloudflare Pages. */
export function redirectsFile(redirects: readonly PublishedRedirect[]): string {
  const lines = redirects
    .filter(({ from, to }) => isWord(from) && !/\s/.test(to))
    .map(({ from, to, status }) => `${from} ${to} ${status}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** What means something to nginx within a name or an address. */
const OF_NGINX = /[\s"\\{};$]/;

/**
 * Two maps for nginx, by the address as it was asked for, to be included in its `http` block: `$published_moved` leads on for
 * good (301), `$published_elsewhere` for now (302); both are empty for every other address (docs/deployment.md).
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
