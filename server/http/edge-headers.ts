/** A tag of every page: dropping it drops all pages. */
export const EVERY_PAGE = 'all';
/** A tag of the pages that depend on more than a header can name: they are dropped with every drop. */
export const CROWDED_PAGE = 'any';

/**
 * The most characters of all tags of one page. Edges refuse more: Cloudflare accepts 16 KB of tags, and all headers
 * count.
 */
const MOST_CHARACTERS = 2000;

/**
 * The seconds for which an edge caches a page that it is told to drop when it changes. The number of views may be as
 * old as this, and so may a page that was on its way to the edge when the edge was told.
 */
const SECONDS = 600;
const REVALIDATED_WITHIN = 60;
/** For a day, readers do not notice that the server is down. */
const SHOWN_IN_TROUBLE = 24 * 60 * 60;

const FOR_EDGES = `max-age=${SECONDS}, stale-while-revalidate=${REVALIDATED_WITHIN}, stale-if-error=${SHOWN_IN_TROUBLE}`;

/** Headers of a page that an edge must not cache, whatever the other headers say (RFC 9213). */
export const NOT_FOR_EDGES = { 'cdn-cache-control': 'no-store' };
/** The names of the headers of {@link edgeHeaders}. */
const NAMES: ReadonlySet<string | undefined> = new Set(['cdn-cache-control', 'cache-tag', 'surrogate-key']);

/** The same headers (name, value, name, value …) for an answer that no edge may cache. */
export function withoutEdges(headers: readonly string[]): string[] {
  const rest = headers.filter((_, at) => !NAMES.has(headers[at - (at % 2)]));
  return [...rest, ...Object.entries(NOT_FOR_EDGES).flat()];
}

/** The header by which an nginx that caches pages identifies itself (`deploy/nginx/edge.conf`). */
export const ASKED_BY = 'x-kept-by';

/**
 * The milliseconds at the beginning of a second during which a page that nginx fetches must be revalidated before it is
 * shown again.
 */
const EARLY = 100;

/**
 * nginx counts in whole seconds: a page that it may cache for one second is shown for nearly two. When it is told the
 * second in which a page expires, it caches the page for that second only. A page fetched at the beginning of a second
 * would be shown for the whole second, and a moment longer while the next one is fetched: for it, nginx is told that it
 * has expired already. `now` in milliseconds since 1970.
 */
export function untilNextSecond(now: number): string[] {
  const second = Math.floor(now / 1000);
  return ['x-accel-expires', `@${now % 1000 < EARLY ? second - 1 : second}`];
}

/**
 * Headers for an edge in front: how long it may cache the page (RFC 9213), and the tags by which it is told to drop the
 * page, in the two forms that edges read. The tags in `dependsOn` are separated by spaces.
 */
export function edgeHeaders(dependsOn: string): Record<string, string> {
  const isCrowded = dependsOn === '' || dependsOn.length > MOST_CHARACTERS;
  const tags = `${EVERY_PAGE} ${isCrowded ? CROWDED_PAGE : dependsOn}`;
  return {
    'cdn-cache-control': FOR_EDGES,
    'cache-tag': tags.replaceAll(' ', ','),
    'surrogate-key': tags,
  };
}
