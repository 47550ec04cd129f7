import { ApiError } from '#shared/api-client/api-error.ts';
import type { ApiClient } from '#shared/api-client/client.ts';
import { type CopyPage, copyPosts } from '#shared/contract/posts/post-copy.ts';
import type { CopyStore } from './copy-store.ts';

/** The outcome of a pull. */
export type PullOutcome =
  | { kind: 'done'; isChanged: boolean }
  /** The server's order of changes is another one: the pull is made again, from the beginning. */
  | { kind: 'anew' }
  | { kind: 'problem'; words: string };

interface PullOptions {
  api: Pick<ApiClient, 'call'>;
  store: CopyStore;
  /** Returns the site that the local documents belong to; null before it is known. */
  siteId(): Promise<string | null>;
  signal: AbortSignal;
  /** The number of posts that a server may send beyond the number it announced: posts that change during the pull. */
  margin?: number;
  /** Called after each page with the number of posts still to come. */
  onPage(left: number): void;
  /** Called when the copy was emptied, its index of drafts included, because it is of another site or of none yet. */
  onCleared?(): void;
}

const OTHER_SITE =
  'Another site answers at this address. The copy on this computer is of the one before; it goes on when the question about the site is answered.';
const ENDLESS = 'The server does not come to an end with what it tells of the posts. The copy stays as it is.';

/** Stores everything that the server has to send, page by page. Throws the errors of `api.call` and of SQLite. */
export async function pullPosts(options: PullOptions): Promise<PullOutcome> {
  const { api, store, siteId, signal, onPage, margin = 5000 } = options;
  let { cursor } = store.beginPull();
  const seen = new Set<string>();
  let allowed: number | null = null;
  let isChanged = false;
  for (;;) {
    const page = await nextPage();
    signal.throwIfAborted();
    if (page === null) {
      store.startAnew();
      return { kind: 'anew' };
    }
    const belongs = await belongsTo(page.siteId);
    signal.throwIfAborted();
    if (belongs === 'no') return { kind: 'problem', words: OTHER_SITE };
    if (belongs === 'cleared') return { kind: 'anew' };
    const count = page.posts.length + page.gone.length;
    allowed ??= count + page.left + margin;
    allowed -= count;
    const isStanding = page.left > 0 && (count === 0 || seen.has(page.cursor));
    if (isStanding || allowed < 0) return { kind: 'problem', words: ENDLESS };
    seen.add(page.cursor);
    await store.take(page, signal);
    isChanged ||= count > 0;
    cursor = page.cursor;
    onPage(page.left);
    if (page.left === 0) return store.endPull() ? { kind: 'done', isChanged } : { kind: 'anew' };
  }

  /** Returns null when the server does not know the cursor. */
  async function nextPage(): Promise<CopyPage | null> {
    try {
      return await api.call(copyPosts, { query: cursor === null ? {} : { cursor }, signal });
    } catch (error) {
      if (cursor !== null && error instanceof ApiError && error.code === 'cursor_unknown') return null;
      throw error;
    }
  }

  /** Checks the site: a copy is of one site alone, and posts of another site are not mixed in. */
  async function belongsTo(answering: string): Promise<'yes' | 'no' | 'cleared'> {
    const expected = await siteId();
    if (expected !== null && expected !== answering) return 'no';
    const mine = store.read<string | null>(null, ({ place }) => place().siteId);
    if (mine === answering) return 'yes';
    store.clear(answering);
    options.onCleared?.();
    return 'cleared';
  }
}
