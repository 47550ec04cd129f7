import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { Log } from '../log.ts';
import type { PictureStore } from './copied-pictures.ts';
import { diskProblem } from './copy-problems.ts';
import type { CopyStore } from './copy-store.ts';
import type { PictureCount } from './fetch-pictures.ts';
import type { PullOutcome } from './pull-posts.ts';

/** Keeps the copy of the site up with the server, in the background. */
export interface SiteCopy {
  /** From now on; the page has what it needs. */
  begin(): void;
  /** Something was written, or the server is there again: soon. */
  nudge(): void;
  state(): CopyState;
  /** Bytes of pictures that are kept at the most. */
  setLimit(bytes: number): void;
  answerDeletions(key: string, answer: 'delete' | 'keep'): void;
  /** Signed out: nothing of it is left. */
  clear(): void;
  /** Resolves when nothing is under way. */
  stop(): Promise<void>;
}

interface SiteCopyOptions {
  store: CopyStore;
  pictures: PictureStore;
  /** Whether the server may be asked: it is reached, and the owner is signed in. */
  isAllowed(): boolean;
  pull(signal: AbortSignal, onPage: (left: number) => void): Promise<PullOutcome>;
  copyLists(signal: AbortSignal): Promise<void>;
  /** Words for the owner where it could not go on; null else. */
  fetchPictures(signal: AbortSignal, onCount: (count: PictureCount) => void): Promise<string | null>;
  limit: number;
  timers: Timers;
  onState(state: CopyState): void;
  log: Log;
}

/** Milliseconds until the server is asked again: after a write, while all is well, after a fault. */
const SOON = 1000;
const OFTEN = 60_000;
const AFTER_FAULT = 5 * 60_000;
/** How often the lists are fetched, in pulls that brought nothing new. */
const LISTS_EVERY = 10;
/** While posts and pictures come in, the windows are told so often at the most. */
const TOLD_EVERY = 300;

export function createSiteCopy(options: SiteCopyOptions): SiteCopy {
  const { store, pictures, timers, log } = options;
  let { limit } = options;
  let hasBegun = false;
  let isStopped = false;
  let under: { done: Promise<void>; end: AbortController } | null = null;
  let isAskedAgain = false;
  let cancel = () => {};
  let left: number | null = null;
  let count: PictureCount = { here: 0, of: 0 };
  let problem: string | null = null;
  let quietPulls = LISTS_EVERY;
  let isTelling = false;

  const state = (): CopyState => {
    const { posts, isWhole, at } = store.read<Pick<CopyState, 'posts' | 'isWhole' | 'at'>>(nothing, (open) => {
      const place = open.place();
      return { posts: open.posts.count(), isWhole: place.isWhole, at: place.at };
    });
    return {
      ...{ posts, isWhole, at, left, limit },
      isCopying: under !== null,
      pictures: { ...count, bytes: pictures.bytes() },
      problem: store.problem() ?? problem,
      deletions: store.deletions(),
    };
  };
  function tell(): void {
    if (isTelling || isStopped) return;
    isTelling = true;
    timers.after(TOLD_EVERY, () => {
      isTelling = false;
      if (!isStopped) options.onState(state());
    });
  }

  function plan(milliseconds: number): void {
    cancel();
    if (isStopped || !hasBegun) return;
    cancel = timers.after(milliseconds, run);
  }
  function run(): void {
    if (isStopped) return;
    if (under !== null) {
      isAskedAgain = true;
      return;
    }
    // Asked again when the server is there, or the owner has signed in.
    if (!options.isAllowed() || store.problem() !== null) return;
    const end = new AbortController();
    const done = work(end.signal).then((wait) => {
      under = null;
      plan(isAskedAgain ? SOON : wait);
      isAskedAgain = false;
      tell();
    });
    under = { done, end };
    tell();
  }

  /** Answers how long to wait until the next time. */
  async function work(signal: AbortSignal): Promise<number> {
    try {
      const outcome = await options.pull(signal, (now) => {
        left = now;
        tell();
      });
      if (outcome.kind === 'anew') return SOON;
      problem = outcome.kind === 'problem' ? outcome.words : null;
      if (outcome.kind === 'problem') return AFTER_FAULT;
      quietPulls = outcome.isChanged ? LISTS_EVERY : quietPulls + 1;
      if (quietPulls >= LISTS_EVERY) {
        await options.copyLists(signal);
        quietPulls = 0;
        problem = await options.fetchPictures(signal, (now) => {
          count = now;
          tell();
        });
      }
      return problem === null ? OFTEN : AFTER_FAULT;
    } catch (error) {
      if (signal.aborted) return SOON;
      problem = wordsFor(error);
      if (problem !== null) log.warn('The copy of the site does not go on', error);
      return problem === null ? OFTEN : AFTER_FAULT;
    }
  }

  return {
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      plan(0);
    },
    nudge() {
      if (hasBegun) plan(SOON);
    },
    state,
    setLimit(bytes) {
      limit = bytes;
      pictures.setLimit(bytes);
      quietPulls = LISTS_EVERY;
      plan(SOON);
      tell();
    },
    answerDeletions(key, answer) {
      store.answerDeletions(key, answer);
      tell();
    },
    clear() {
      under?.end.abort();
      store.clear(null);
      pictures.clear();
      left = null;
      count = { here: 0, of: 0 };
      problem = null;
      quietPulls = LISTS_EVERY;
      tell();
    },
    async stop() {
      isStopped = true;
      cancel();
      under?.end.abort();
      await under?.done;
    },
  };
}

const nothing = { posts: 0, isWhole: false, at: null };

const UNEXPECTED = 'The server answers otherwise than this app understands. Its copy stays as it is.';

/** Null where it goes on by itself: no network, signed out. */
function wordsFor(error: unknown): string | null {
  if (error instanceof OfflineError || (error instanceof ApiError && error.status === 401)) return null;
  if (error instanceof ApiError && (error.status === 404 || error.status === 501)) {
    return 'This server is too old to give a copy of its posts.';
  }
  if (error instanceof UnexpectedAnswerError) return UNEXPECTED;
  if (error instanceof ApiError) return error.detail;
  return diskProblem(error);
}
