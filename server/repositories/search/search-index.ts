import type { Database } from 'better-sqlite3';
import { isoTime, live } from '#server/db/live.ts';
import { matchAll, type QueryWord, queryWords } from './search-query.ts';
import { createForgiveness } from './search-typos.ts';
import { createSnippets } from './snippet.ts';

/** `limit` and `offset` count hits; `now` in milliseconds since 1970. */
export interface SearchRequest {
  query: string;
  now: number;
  limit: number;
  offset: number;
}

/** A live post that matches, and the piece of it that does: HTML, `<mark>` round the words, everything else escaped. */
interface IndexHit {
  id: number;
  snippet: string;
}

/** Hits best first; `total` counts all there are. */
export interface SearchAnswer {
  hits: IndexHit[];
  total: number;
}

/**
 * Ranking by bm25 looks at every match (0.6 µs each), so only this many are ranked. Words in more posts than that
 * tell little: what has them in its title or tags comes first then, the rest after it, both newest first.
 */
const RANKED_AT_MOST = 20_000;
/** Characters of one text, and of the texts of all hits together, that are gone through for snippets. */
const MAX_LOOKED = { text: 100_000, all: 1_000_000 } as const;
/** Of the texts of hits for which nothing of that is left. */
const LEAST_LOOKED = 1000;

interface Match {
  /** FTS5 expression. */
  match: string;
  /** As {@link isoTime} gives it. */
  now: string;
}

/** The ids of what is found from `offset` on, at most `limit`, in one order. */
type Order = (found: Match, limit: number, offset: number) => number[];

/**
 * The search over live posts: plain SQLite, so that a worker thread can run it on a connection of its own. Every word
 * of a query must occur, the last one as a beginning; case and diacritics do not matter. Where nothing is found, one
 * typing error a word is forgiven, and what has the words in its title or tags comes first. Any input is a query, none
 * an error.
 */
export function createSearch(sqlite: Database): (request: SearchRequest) => SearchAnswer {
  const index = openIndex(sqlite);
  const forgive = createForgiveness(sqlite);

  function search({ query, now, limit, offset }: SearchRequest): SearchAnswer {
    const words = queryWords(query);
    if (words.length === 0) return { hits: [], total: 0 };
    let wanted = words.map((word) => [word]);
    let found: Match = { match: matchAll(wanted), now: isoTime(now) };
    let total = index.count(found);
    const isForgiven = total === 0;
    if (isForgiven) {
      const meant = forgive(words);
      if (meant === null) return { hits: [], total };
      wanted = meant;
      found = { ...found, match: matchAll(meant) };
      total = index.count(found);
    }
    const order = total > RANKED_AT_MOST ? index.newest : index.best;
    // bm25 gives a rare word more weight than a common one, but whoever mistyped a word most likely meant the common
    // one.
    const list = isForgiven || order === index.newest ? titlesFirst(order) : order;
    return { hits: withSnippets(wanted, list(found, limit, offset)), total };
  }

  function titlesFirst(order: Order): Order {
    return ({ match, now }, limit, offset) => {
      const inTitle = { match: `{title tags} : (${match})`, now };
      const ids = order(inTitle, limit, offset);
      if (ids.length === limit) return ids;
      const elsewhere = { match: `(${match}) NOT ({title tags} : (${match}))`, now };
      const skipped = ids.length > 0 ? 0 : Math.max(0, offset - index.count(inTitle));
      return [...ids, ...order(elsewhere, limit - ids.length, skipped)];
    };
  }

  function withSnippets(wanted: readonly QueryWord[][], ids: number[]): IndexHit[] {
    const snippetOf = createSnippets(wanted);
    let left: number = MAX_LOOKED.all;
    return ids.map((id) => {
      const text = index.text(id, Math.max(LEAST_LOOKED, Math.min(left, MAX_LOOKED.text)));
      const ofBody = snippetOf(text?.body ?? '');
      left -= ofBody.looked;
      return { id, snippet: ofBody.isMarked ? ofBody.html : snippetOf(text?.excerpt ?? '').html };
    });
  }

  // One transaction, so that total and hits are of the same moment.
  return sqlite.transaction(search);
}

/** The statements on the index, prepared once. */
function openIndex(sqlite: Database) {
  const liveMatches = `from post_search where post_search match :match and rowid not in (${live.exceptIdsSql})`;
  const count = sqlite.prepare<[Match], number>(`select count(*) ${liveMatches}`).pluck();

  function ordered(order: string): Order {
    const statement = sqlite
      .prepare<[Match & { limit: number; offset: number }], number>(
        `select rowid ${liveMatches} order by ${order} limit :limit offset :offset`,
      )
      .pluck();
    return (found, limit, offset) => statement.all({ ...found, limit, offset });
  }

  const text = sqlite.prepare<[number, number], { body: string; excerpt: string }>(
    'select substr(body, 1, ?) as body, excerpt from blog_posts where id = ?',
  );

  return {
    count: (found: Match) => count.get(found) ?? 0,
    best: ordered('rank'),
    newest: ordered('rowid desc'),
    text: (id: number, characters: number) => text.get(characters, id),
  };
}
