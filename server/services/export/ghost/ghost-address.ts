import { GHOST_URL } from './ghost-html.ts';

const ways: readonly (readonly [RegExp, string])[] = [
  [/^\/post\/([^/?#]+)\/?$/, '/'],
  [/^\/(?:category|tag)\/([^/?#]+)\/?$/, '/tag/'],
  [/^\/author\/([^/?#]+)\/?$/, '/author/'],
];

/**
 * Where an address of the site leads in a Ghost site with the same posts: `/post/tea` is `/tea/` there. What Ghost has no
 * page for stays an address of the site itself; one of elsewhere stays as it is. `siteUrl` without a slash at its end.
 */
export function ghostAddress(address: string, siteUrl: string): string {
  const path = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  if (!path.startsWith('/') || path.startsWith('//')) return address;
  const [place = '', fragment = ''] = path.split(/(?=#)/, 2);
  const own = ghostPath(place);
  return own === null ? siteUrl + path : `${GHOST_URL}${own}${fragment}`;
}

function ghostPath(path: string): string | null {
  for (const [pattern, base] of ways) {
    const name = pattern.exec(path)?.[1];
    if (name !== undefined) return `${base}${name}/`;
  }
  return path === '/' ? '/' : null;
}

interface OldAddresses {
  /** Former slugs of posts, with those they have now. */
  posts: readonly { slug: string; to: string }[];
  redirects: readonly { path: string; target: string; status: 301 | 302 }[];
}

/**
 * The file Ghost takes under Labs, "Redirects": our own addresses and the owner's redirects, each to its place there. One
 * from an address with a query is left out, which Ghost cannot tell from the address without.
 */
export function ghostRedirects({ posts, redirects }: OldAddresses): string {
  const place = (address: string) => (address.startsWith('/') ? (ghostPath(address) ?? address) : address);
  const own = (status: number) =>
    redirects
      .filter((redirect) => redirect.status === status && !redirect.path.includes('?'))
      .map(({ path, target }) => line(`^${literal(path)}/?$`, place(target)));
  return [
    '301:',
    ...posts.map(({ slug, to }) => line(`^/post/${literal(slug)}/?$`, `/${to}/`)),
    ...own(301),
    line('^/post/([^/]+)/?$', '/$1/'),
    line('^/category/([^/]+)/?$', '/tag/$1/'),
    line('^/(?:rss\\.xml|atom\\.xml)$', '/rss/'),
    '302:',
    ...own(302),
    '',
  ].join('\n');
}

/** YAML takes a JSON string as it is. */
const line = (from: string, to: string) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)}`;

/** A text as a pattern that means itself alone. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
