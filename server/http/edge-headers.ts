/** A tag of every page: dropping it drops all there is. */
export const EVERY_PAGE = 'all';
/** A tag of the pages that depend on more than a header can name: they are dropped with everything that is. */
export const CROWDED_PAGE = 'any';

/** Characters of all tags of one page. An edge refuses more: Cloudflare takes 16 KB of them, and all headers count. */
const MOST_CHARACTERS = 2000;

/**
 * How long an edge keeps a page that it is told to drop when it changes: the number of views may be as old, and so may a
 * page that was on its way to the edge while it was told.
 */
const SECONDS = 600;
const REVALIDATED_WITHIN = 60;
/** A server that is down is not seen for a day. */
const SHOWN_IN_TROUBLE = 24 * 60 * 60;

const FOR_EDGES = `max-age=${SECONDS}, stale-while-revalidate=${REVALIDATED_WITHIN}, stale-if-error=${SHOWN_IN_TROUBLE}`;

/** Headers of a page that an edge must not keep, whatever it thinks of the others (RFC 9213). */
export const NOT_FOR_EDGES = { 'cdn-cache-control': 'no-store' };
/** The headers of {@link edgeHeaders}. */
const NAMES: ReadonlySet<string | undefined> = new Set(['cdn-cache-control', 'cache-tag', 'surrogate-key']);

/** The same headers (name, value, name, value …) for an answer that no edge may keep. */
export function withoutEdges(headers: readonly string[]): string[] {
  const rest = headers.filter((_, at) => !NAMES.has(headers[at - (at % 2)]));
  return [...rest, ...Object.entries(NOT_FOR_EDGES).flat()];
}

/** By this header an nginx that keeps pages says so (`deploy/nginx/edge.conf`). */
export const ASKED_BY = 'x-kept-by';

/** Milliseconds at the begin of a second in which what nginx fetches is asked after again before it is shown once more. */
const EARLY = 100;

/**
 * nginx counts in whole seconds: what it may keep for one is shown for nearly two. Told the second in which a page ends, it
 * keeps it for that one alone. What it fetches at the begin of a second would be shown for all of it, and a moment more while
 * the next one is fetched: it is told that this has ended already. `now` in milliseconds since 1970.
 */
export function untilNextSecond(now: number): string[] {
  const second = Math.floor(now / 1000);
  return ['x-accel-expires', `@${now % 1000 < EARLY ? second - 1 : second}`];
}

/**
 * Headers for an edge in front: how long it may keep the page (RFC 9213), and the tags by which it is told to drop it,
 * in the two forms edges read. `dependsOn` has spaces between.
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
