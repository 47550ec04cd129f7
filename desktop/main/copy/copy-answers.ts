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

/** Answers the page's reading calls from the copy. */
export interface CopyAnswers {
  /** Whether the copy is what answers a GET without the server: of a list it does so once it has all of the site. */
  answers(address: URL): boolean;
  /** The answer to a GET; null where the copy does not know it. Lists of pictures may be older than the last one heard. */
  answer(address: URL): CachedResponse | null;
}

interface CopyAnswersOptions {
  store: Pick<CopyStore, 'read'>;
  cache: Pick<ResponseCache, 'get'>;
  clock: Clock;
}

/** What the copy says to a call. */
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

  /** As the server last listed them. */
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
        // Half a list looks like a whole one.
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

/** A page of the list, and how it says that there are more. */
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

/** What is known of one post is known whatever else is missing. */
const ofOne: readonly Endpoint[] = [getPostById, getPendingChange, getPost];

/** What is asked for, where the server would take it. */
function asked<Query extends z.ZodType>(
  query: Query,
  { searchParams }: URL,
  run: (query: z.output<Query>) => Said,
): Said {
  const parsed = query.safeParse(Object.fromEntries(searchParams));
  return parsed.success ? run(parsed.data) : null;
}

/** As its form asks for it; what lies in the bin has none. */
function shownById(post: KeptPost | null): object | null {
  if (post === null || post.deletedAt !== null) return null;
  const { words: _, change: __, ...shown } = post;
  return shown;
}

/** What stands around a post on its page is for readers, who are not here. */
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
