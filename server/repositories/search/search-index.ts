import type { Database } from 'better-sqlite3';
import { isoTime, live } from '#server/db/live.ts';
import { isNamed } from '#shared/content/search/named-authors.ts';
import { matchAll, type QueryWord, queryWords } from '#shared/content/search/search-query.ts';
import type { SearchOrder } from '#shared/contract/search.ts';
import { createForgiveness } from './search-typos.ts';
import { createSnippets, markWords } from './snippet.ts';

/** A search request; `limit` and `offset` count hits; `now` in milliseconds since 1970. */
export interface SearchRequest {
  query: string;
  now: number;
  limit: number;
  offset: number;
  /** The slug of the only category that is searched. */
  category?: string | undefined;
  /** Relevance when absent. */
  order?: SearchOrder | undefined;
  /** Takes the query literally: no typing error is corrected. */
  isExact?: boolean | undefined;
  /** Only ids are needed: the texts of all hits stay "". */
  isWithoutTexts?: boolean | undefined;
  /** The posts that are searched: those that readers see (also when absent), or all, including those in the bin. */
  scope?: SearchScope | undefined;
}

type SearchScope = 'live' | 'all';

/** A post that matches. Both texts are HTML: `<mark>` around the matching words, everything else escaped. */
interface IndexHit {
  id: number;
  /** The part of the post's text that matches. */
  snippet: string;
  /** The post's title; "" when it contains none of the words. */
  title: string;
}

/** The hits in order; `total` counts all of them. */
export interface SearchAnswer {
  hits: IndexHit[];
  total: number;
  /** The corrected query when a typing error in it was forgiven, else null. */
  meant: string | null;
}

/**
 * Ranking by bm25 looks at every match (0.6 µs each), so only this many are ranked. Words in more posts than that say
 * little: then posts with the words in their title or tags come first, and the others after them, both newest first.
 */
export const RANKED_AT_MOST = 20_000;
/** The most characters that are read for snippets: of one text, and of the texts of all hits together. */
const MAX_LOOKED = { text: 100_000, all: 1_000_000 } as const;
/** The number of characters that are read of a hit's text when nothing of that total is left. */
const LEAST_LOOKED = 1000;

/** The most matches of one alternative that are counted to decide which alternative was meant. */
const COUNTED_AT_MOST = 1000;

/** The value of {@link Wanted.authors} when the query names no author. */
const NOBODY = '[]';

/** The parameters of the statements. */
interface Wanted {
  /** FTS5 expression. */
  match: string;
  /** In the form that {@link isoTime} returns. */
  now: string;
  /** The slug of a category, null for all. */
  category: string | null;
  /** The ids of the authors whom the query names, as JSON: their posts are found whatever the posts contain. */
  authors: string;
}

/** A list of ids: their number, and at most `limit` of them from `offset` on. */
interface Part {
  count: () => number;
  take: (limit: number, offset: number) => number[];
}

/**
 * The search over posts: plain SQLite, so that a worker thread can run it on a connection of its own. Every word of a
 * query must occur in the post, the last one as the beginning of a word, or all of them in its author's name; case and
 * diacritics do not matter. When nothing is found, one typing error per word is forgiven, and posts with the words in
 * their title or tags come first. Every input is a valid query.
 */
export function createSearch(sqlite: Database): (request: SearchRequest) => SearchAnswer {
  const indices = { live: openIndex(sqlite, 'live'), all: openIndex(sqlite, 'all') };
  const forgive = createForgiveness(sqlite);

  function search({ query, now, limit, offset, order = 'relevance', ...request }: SearchRequest): SearchAnswer {
    const index = indices[request.scope ?? 'live'];
    const words = queryWords(query);
    if (words.length === 0) return { hits: [], total: 0, meant: null };
    let alternatives = words.map((word) => [word]);
    let wanted: Wanted = {
      match: matchAll(alternatives),
      now: isoTime(now),
      category: request.category ?? null,
      authors: JSON.stringify(index.authorsNamed(words)),
    };
    let meant: string | null = null;
    const others = wanted.authors === NOBODY ? [] : [index.othersByAuthors(wanted)];
    const ofOthers = others.reduce((sum, part) => sum + part.count(), 0);
    let matching = index.matches(wanted).count();
    if (matching + ofOthers === 0 && request.isExact !== true) {
      const forgiven = forgive(words);
      if (forgiven === null) return { hits: [], total: 0, meant };
      alternatives = forgiven;
      wanted = { ...wanted, match: matchAll(forgiven) };
      matching = index.matches(wanted).count();
      meant = matching === 0 ? null : mostLikely(forgiven, (match) => index.countSome({ ...wanted, match }));
    }
    const ranked = { isTooMuch: matching > RANKED_AT_MOST, isForgiven: meant !== null };
    const ids =
      order === 'relevance'
        ? inTurn([...byRelevance(index, wanted, ranked), ...others], limit, offset)
        : index.byDate(order, wanted, limit, offset);
    const hits =
      request.isWithoutTexts === true
        ? ids.map((id) => ({ id, snippet: '', title: '' }))
        : withSnippets(index, alternatives, ids);
    return { hits, total: matching + ofOthers, meant };
  }

  function withSnippets(index: Index, wanted: readonly QueryWord[][], ids: number[]): IndexHit[] {
    const snippetOf = createSnippets(wanted);
    let left: number = MAX_LOOKED.all;
    return ids.map((id) => {
      const text = index.text(id, Math.max(LEAST_LOOKED, Math.min(left, MAX_LOOKED.text)));
      const ofBody = snippetOf(text?.body ?? '');
      left -= ofBody.looked;
      return {
        id,
        snippet: ofBody.isMarked ? ofBody.html : snippetOf(text?.excerpt ?? '').html,
        title: markWords(text?.title ?? '', wanted),
      };
    });
  }

  // In one transaction, so that the total and the hits are of the same moment.
  return sqlite.transaction(search);
}

/** The matches, the best first, in one list or two. */
function byRelevance(
  index: Index,
  wanted: Wanted,
  { isTooMuch, isForgiven }: { isTooMuch: boolean; isForgiven: boolean },
): Part[] {
  const ranked = isTooMuch ? index.newestOf : index.matches;
  // bm25 gives a rare word more weight than a common one, but whoever mistyped a word most likely meant the common one.
  if (!isForgiven && !isTooMuch) return [ranked(wanted)];
  const { match } = wanted;
  return [
    ranked({ ...wanted, match: `{title tags} : (${match})` }),
    ranked({ ...wanted, match: `(${match}) NOT ({title tags} : (${match}))` }),
  ];
}

/** Concatenates lists, and takes the part of them that `limit` and `offset` select. */
function inTurn(parts: readonly Part[], limit: number, offset: number): number[] {
  const ids: number[] = [];
  let skipped = offset;
  for (const { take, count } of parts) {
    ids.push(...take(limit - ids.length, skipped));
    if (ids.length === limit) break;
    skipped = ids.length > 0 ? 0 : Math.max(0, skipped - count());
  }
  return ids;
}

/**
 * The words of a mistyped query as they were meant: of each word's alternatives, the one that most of the posts found
 * contain. A word that occurs in texts as it was typed stays.
 */
function mostLikely(alternatives: readonly QueryWord[][], count: (match: string) => number): string {
  const chosen = alternatives.map((words) => [...words]);
  for (const [place, words] of alternatives.entries()) {
    const counts = words.map((word) => count(matchAll(chosen.with(place, [word]))));
    const best = counts[0] ? 0 : counts.indexOf(Math.max(...counts));
    chosen[place] = words.slice(best, best + 1);
  }
  return chosen.flatMap((words) => words.map(({ word }) => word)).join(' ');
}

type Index = ReturnType<typeof openIndex>;

/** The statements on the index, prepared once. */
function openIndex(sqlite: Database, scope: SearchScope) {
  const inCategory = (id: string) => `(:category is null or ${id} in (
    select p.id from blog_posts p join categories c on c.id = p.category_id where c.slug = :category))`;
  const matching = `from post_search where post_search match :match and ${inCategory('rowid')}`;
  const isShown = scope === 'live' ? live.sql : 'true';
  const shownMatches = scope === 'live' ? `${matching} and rowid not in (${live.exceptIdsSql})` : matching;
  const ofAuthors = `p.author_id in (select value from json_each(:authors)) and ${inCategory('p.id')}`;
  // Posts that also match are in the other list.
  const shownOthers = `from blog_posts p where ${isShown} and ${ofAuthors} and p.id not in (select rowid ${matching})`;

  const counting = (from: string) => sqlite.prepare<[Wanted], number>(`select count(*) ${from}`).pluck();
  const listing = (select: string) =>
    sqlite
      .prepare<[Wanted & { limit: number; offset: number }], number>(`${select} limit :limit offset :offset`)
      .pluck();
  const part = (from: string, columns: string) => {
    const [count, list] = [counting(from), listing(`select ${columns}`)];
    return (wanted: Wanted): Part => ({
      count: () => count.get(wanted) ?? 0,
      take: (limit, offset) => list.all({ ...wanted, limit, offset }),
    });
  };
  // The unary plus makes SQLite use the index that has the posts in the order of their dates (see post-lists.ts).
  const dated = (order: 'asc' | 'desc') =>
    listing(`select p.id from blog_posts p where ${isShown} and +p.id in (
      select rowid ${matching} union select p.id from blog_posts p where ${ofAuthors})
      order by p.published_at ${order}, p.id ${order}`);
  const byDate = { newest: dated('desc'), oldest: dated('asc') };
  const some = counting(`from (select 1 ${shownMatches} limit ${COUNTED_AT_MOST})`);
  const text = sqlite.prepare<[number, number], { body: string; excerpt: string; title: string }>(
    'select substr(body, 1, ?) as body, excerpt, title from blog_posts where id = ?',
  );
  const authors = sqlite.prepare<[], { id: number; name: string }>('select id, name from authors');

  return {
    /** The matches, the best first. */
    matches: part(shownMatches, `rowid ${shownMatches} order by rank`),
    /** The matches, the last written first. */
    newestOf: part(shownMatches, `rowid ${shownMatches} order by rowid desc`),
    /** The posts that do not match, but are by an author whom the query names; newest first. */
    othersByAuthors: part(shownOthers, `p.id ${shownOthers} order by p.published_at desc, p.id desc`),
    byDate: (order: 'newest' | 'oldest', wanted: Wanted, limit: number, offset: number) =>
      byDate[order].all({ ...wanted, limit, offset }),
    /** The number of matches, counted no further than needed. */
    countSome: (wanted: Wanted) => some.get(wanted) ?? 0,
    authorsNamed: (words: readonly QueryWord[]) =>
      authors.all().flatMap(({ id, name }) => (isNamed(name, words) ? [id] : [])),
    text: (id: number, characters: number) => text.get(characters, id),
  };
}
