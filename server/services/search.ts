import type { Executor } from '#server/db/transaction.ts';
import type { Paging } from '#server/repositories/paging.ts';
import { summariesByIds } from '#server/repositories/posts/post-rows.ts';
import type { AlikeRequest } from '#server/repositories/search/alike.ts';
import { RANKED_AT_MOST, type SearchAnswer, type SearchRequest } from '#server/repositories/search/search-index.ts';
import type { Requester, WorkerClient } from '#server/workers/worker-client.ts';
import type { SearchHit } from '#shared/contract/search.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

/** The largest number of hits on one page. */
const MAX_HITS = 50;

/** The selection and the order of the hits. */
type SearchAsked = Pick<SearchRequest, 'category' | 'order' | 'isExact'> & Paging;

interface SearchPage {
  items: SearchHit[];
  total: number;
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

export interface SearchService {
  /**
   * Live posts that match or whose author is named, best first unless another order is requested. A blank query matches
   * nothing; any other text is a query, never an error. `page` counts from 1; `cursor` is the `next` of the previous
   * page. Throws AppError `overloaded` when the search does not get its turn in time, `rate_limited` when its client
   * has too many searches waiting.
   */
  search(query: string, request: SearchAsked, requester?: Requester): Promise<SearchPage>;
  /**
   * The ids of the matching posts, whatever their state, best first, and the corrected words when typing errors were
   * forgiven. Fails as `search` does.
   */
  rank(query: string, requester?: Requester): Promise<Ranking>;
  /** The ids of live posts on the same subject as a text, the nearest first. Fails as `search` does. */
  alike(title: string, text: string): Promise<number[]>;
}

/** Posts in the order of their relevance. `meant` is null when the words were used as they were typed. */
export interface Ranking {
  ids: number[];
  meant: string | null;
}

interface SearchOptions {
  db: Executor;
  clock: Clock;
  worker: WorkerClient<SearchRequest | AlikeRequest, SearchAnswer>;
}

function offsetOf(cursor: string): number {
  const offset = Number(cursor);
  if (!Number.isInteger(offset) || offset < 0 || offset > 10_000_000) {
    throw new AppError('invalid_input', { issues: [{ path: 'cursor', message: 'Not a cursor of this list' }] });
  }
  return offset;
}

export function createSearchService({ db, clock, worker }: SearchOptions): SearchService {
  return {
    async search(query, { limit = MAX_HITS, page = 1, cursor, category, order, isExact }, requester) {
      const text = query.trim();
      if (text === '') return { items: [], total: 0, next: null };
      const offset = cursor === undefined ? (page - 1) * limit : offsetOf(cursor);
      const now = clock.now();
      const request = { query: text, now, limit, offset, category, order, isExact };
      const { hits, total, meant } = await worker.ask(request, requester);
      const posts = await summariesByIds(
        db,
        hits.map((hit) => hit.id),
        { kind: 'live', now },
      );
      const found = new Map(hits.map((hit) => [hit.id, hit]));
      const items = posts.map((post) => {
        const { snippet = '', title = '' } = found.get(post.id) ?? {};
        return { ...post, snippet, markedTitle: title, meant };
      });
      const end = offset + hits.length;
      return { items, total, next: hits.length > 0 && end < total ? String(end) : null };
    },
    async rank(query, requester) {
      const request = { query, now: clock.now(), limit: RANKED_AT_MOST, offset: 0, isWithoutTexts: true };
      const { hits, meant } = await worker.ask({ ...request, scope: 'all' }, requester);
      return { ids: hits.map(({ id }) => id), meant };
    },
    async alike(title, text) {
      const { hits } = await worker.ask({ alike: { title, text }, now: clock.now() });
      return hits.map(({ id }) => id);
    },
  };
}
