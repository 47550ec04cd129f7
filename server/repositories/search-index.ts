import type { Database } from 'better-sqlite3';
import { isoTime, live } from '#server/db/live.ts';
import { matchTerm, queryWords } from './search-query.ts';
import { createForgivingExpression } from './search-typos.ts';
import { MATCH_CLOSE, MATCH_OPEN, markedHtml } from './snippet.ts';

/** `limit` and `offset` count hits; `now` in milliseconds since 1970. */
export interface SearchRequest {
  query: string;
  now: number;
  limit: number;
  offset: number;
}

/** A live post that matches, and the piece of it that does: HTML, `<mark>` round the words, everything else escaped. */
export interface IndexHit {
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
const SNIPPET_WORDS = 28;

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
  const forgive = createForgivingExpression(sqlite);

  function search({ query, now, limit, offset }: SearchRequest): SearchAnswer {
    const words = queryWords(query);
    if (words.length === 0) return { hits: [], total: 0 };
    let found: Match = { match: words.map(matchTerm).join(' AND '), now: isoTime(now) };
    let total = index.count(found);
    const isForgiven = total === 0;
    if (isForgiven) {
      const match = forgive(words);
      if (match === null) return { hits: [], total };
      found = { ...found, match };
      total = index.count(found);
    }
    const order = total > RANKED_AT_MOST ? index.newest : index.best;
    // To bm25 a rare word weighs more than a common one, but it is the common one that was mistyped.
    const list = isForgiven || order === index.newest ? titlesFirst(order) : order;
    return { hits: withSnippets(found, list(found, limit, offset)), total };
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

  function withSnippets({ match }: Match, ids: number[]): IndexHit[] {
    const texts = new Map(index.bodySnippets(match, ids).map((row) => [row.id, row.text]));
    const isUnmarked = (id: number) => !texts.get(id)?.includes(MATCH_OPEN);
    for (const row of index.excerptSnippets(match, ids.filter(isUnmarked))) texts.set(row.id, row.text);
    return ids.map((id) => ({ id, snippet: markedHtml(texts.get(id) ?? '') }));
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

  function snippets(column: number) {
    const prepare = (id: string) =>
      sqlite.prepare<[string, string], { id: number; text: string }>(
        `select rowid as id, snippet(post_search, ${column}, '${MATCH_OPEN}', '${MATCH_CLOSE}', '…', ${SNIPPET_WORDS}) as text
         from post_search where post_search match ? and ${id} in (select value from json_each(?))`,
      );
    // For each id it seeks, FTS5 would merge a prefix's lists anew; the unary plus makes it merge once and go through.
    const seeking = prepare('rowid');
    const passing = prepare('+rowid');
    return (match: string, ids: number[]) => {
      if (ids.length === 0) return [];
      return (match.includes('*') ? passing : seeking).all(match, JSON.stringify(ids));
    };
  }

  return {
    count: (found: Match) => count.get(found) ?? 0,
    best: ordered('rank'),
    newest: ordered('rowid desc'),
    excerptSnippets: snippets(1),
    bodySnippets: snippets(3),
  };
}
