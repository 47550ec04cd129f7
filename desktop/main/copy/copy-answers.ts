import type { z } from 'zod';
import { getCalendar, getQueue } from '#shared/contract/calendar.ts';
import { categoryWithCount, listCategories } from '#shared/contract/categories.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { listImages } from '#shared/contract/images.ts';
import { getPendingChange } from '#shared/contract/posts/pending.ts';
import type { PostPage } from '#shared/contract/posts/post.ts';
import { getPost, getPostById, listPosts } from '#shared/contract/posts/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { CachedResponse, ResponseCache } from '../response-cache/index.ts';
import { copiedCalendar, copiedQueue } from './calendar-list.ts';
import { createCopiedImages } from './copied-images.ts';
import type { CopyStore } from './copy-store.ts';
import { listCopiedPosts } from './list-copied-posts.ts';
import type { OpenCopy } from './open-copy.ts';
import type { KeptPost } from './post-table.ts';

/** Answers the page's read calls from the copy. */
export interface CopyAnswers {
  /** Whether the copy can answer a GET without the server. For a list it can once the copy has all of the site. */
  answers(address: URL): boolean;
  /**
   * Returns the answer to a GET; null when the copy does not know it. A list of pictures may be older than the last one
   * the page received.
   */
  answer(address: URL): CachedResponse | null;
}

interface CopyAnswersOptions {
  store: Pick<CopyStore, 'read'>;
  cache: Pick<ResponseCache, 'get'>;
  clock: Clock;
}

/** The copy's answer to a call. */
type Said = { body: unknown; headers?: Record<string, string> } | null;
type Answering = (open: OpenCopy, address: URL, name: string) => Said;

export function createCopyAnswers({ store, cache, clock }: CopyAnswersOptions): CopyAnswers {
  const images = createCopiedImages(cache);
  const one = (find: (open: OpenCopy, name: string) => unknown): Answering => {
    return (open, _address, name) => {
      const body = find(open, name);
      return body === null || body === undefined ? null : { body };
    };
  };
  const calls: readonly (readonly [Endpoint, Answering])[] = [
    [getPostById, one(({ posts }, id) => shownById(posts.find(Number(id))))],
    [getPendingChange, one(({ posts }, id) => posts.find(Number(id))?.change)],
    [
      getCalendar,
      ({ sqlite }, address) =>
        asked(getCalendar.query, address, (query) => ({
          body: copiedCalendar(sqlite, query, { now: clock.now(), categories: categories() }),
        })),
    ],
    [
      getQueue,
      ({ sqlite }, address) =>
        asked(getQueue.query, address, (query) => ({ body: copiedQueue(sqlite, query, clock.now()) })),
    ],
    [
      listPosts,
      ({ sqlite }, address) =>
        asked(listPosts.query, address, (query) => listed(listCopiedPosts(sqlite, query, clock.now()), query, address)),
    ],
    [getPost, one(({ posts }, slug) => shownAsPage(posts.findBySlug(slug)))],
  ];
  const patterns = calls.map(([endpoint, run]) => ({
    endpoint,
    pattern: new RegExp(`^${endpoint.path.replace(/:\w+/, '([^/]+)')}$`),
    run,
  }));
  const callAt = (pathname: string) => patterns.find(({ pattern }) => pattern.test(pathname));

  /** Returns the categories as the server last listed them. */
  function categories(): { id: number }[] {
    const cached = cache.get(listCategories.path);
    if (cached === null) return [];
    return categoryWithCount.array().safeParse(JSON.parse(new TextDecoder().decode(cached.body))).data ?? [];
  }

  const answers: CopyAnswers = {
    answers(address) {
      const call = callAt(address.pathname);
      if (call === undefined) return false;
      if (ofOne.includes(call.endpoint)) return answers.answer(address) !== null;
      return !address.searchParams.has('cursor') && store.read(false, ({ place }) => place().isWhole);
    },
    answer(address) {
      if (address.pathname === listImages.path) return images.answer(address);
      const call = callAt(address.pathname);
      if (call === undefined) return null;
      const name = decoded(call.pattern.exec(address.pathname)?.[1] ?? '');
      return store.read(null, (open) => {
        // Without this check, half a list would look like a whole list.
        if (!ofOne.includes(call.endpoint) && !open.place().isWhole) return null;
        const said = call.run(open, address, name);
        if (said === null) return null;
        return {
          headers: { 'content-type': 'application/json; charset=utf-8', ...said.headers },
          body: new TextEncoder().encode(JSON.stringify(said.body)),
          at: open.place().at ?? open.place().heardAt ?? clock.now(),
        };
      });
    },
  };
  return answers;
}

/** Returns one page of the list, with the header that says whether there are more. */
function listed(
  list: ReturnType<typeof listCopiedPosts>,
  { limit, page = 1 }: z.output<typeof listPosts.query>,
  address: URL,
): Said {
  if (list === null) return null;
  const { items, total } = list;
  const hasNext = limit !== undefined && page * limit < total;
  const next = new URLSearchParams(address.search);
  next.set('page', String(page + 1));
  return {
    body: items,
    headers: {
      'x-total-count': String(total),
      ...(hasNext && { link: `<${address.pathname}?${next}>; rel="next"` }),
    },
  };
}

/** Calls about a single post. The copy can answer them whatever else is missing. */
const ofOne: readonly Endpoint[] = [getPostById, getPendingChange, getPost];

/** Runs the query if the server would accept it. */
function asked<Query extends z.ZodType>(
  query: Query,
  { searchParams }: URL,
  run: (query: z.output<Query>) => Said,
): Said {
  const parsed = query.safeParse(Object.fromEntries(searchParams));
  return parsed.success ? run(parsed.data) : null;
}

/** Returns the post as its form requests it; null for a post in the bin, which has no form. */
function shownById(post: KeptPost | null): object | null {
  if (post === null || post.deletedAt !== null) return null;
  const { words: _, change: __, ...shown } = post;
  return shown;
}

/** Leaves out everything around a post on its page: it is for readers, and the app has none. */
function shownAsPage(post: KeptPost | null): object | null {
  const shown = shownById(post);
  return shown && ({ ...shown, previous: null, next: null, series: null, contents: null } satisfies Partial<PostPage>);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
