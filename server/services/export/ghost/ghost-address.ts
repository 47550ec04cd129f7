import { GHOST_URL } from './ghost-html.ts';

const ways: readonly (readonly [RegExp, string])[] = [
  [/^\/post\/([^/?#]+)\/?$/, '/'],
  [/^\/(?:category|tag)\/([^/?#]+)\/?$/, '/tag/'],
  [/^\/author\/([^/?#]+)\/?$/, '/author/'],
];

/**
 * The address in a Ghost site with the same posts for an address of this site: `/post/tea` is `/tea/` there. An address
 * for which Ghost has no page stays an address of this site; an external address is unchanged. `siteUrl` without a
 * slash at its end.
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
  /** The former slugs of posts, with the current ones. */
  posts: readonly { slug: string; to: string }[];
  redirects: readonly { path: string; target: string; status: 301 | 302 }[];
}

/**
 * The file that Ghost accepts under Labs, "Redirects": our own addresses and the owner's redirects, each with its
 * target in Ghost. A redirect from an address with a query is left out, because Ghost cannot distinguish it from the
 * address without the query.
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

/** A JSON string is also a valid YAML string. */
const line = (from: string, to: string) => `  ${JSON.stringify(from)}: ${JSON.stringify(to)}`;

/** A text as a pattern that matches only itself. */
const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
