import type { CopyState } from '#shared/contract/copy-state.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import type { PictureStore } from './copied-pictures.ts';
import { createRounds, type RoundOptions, SOON } from './copy-rounds.ts';
import type { CopyStore } from './copy-store.ts';

/** Keeps the copy of the site up to date with the server, in the background. */
export interface SiteCopy {
  /** Begins the rounds, once the page has what it needs. */
  begin(): void;
  /** Runs the next round soon: something was written, or the server can be reached again. */
  nudge(): void;
  state(): CopyState;
  /** Sets the most bytes of pictures that are stored. */
  setLimit(bytes: number): void;
  answerDeletions(key: string, answer: 'delete' | 'keep'): void;
  /** Deletes the whole copy after a sign-out. */
  clear(): void;
  /** Resolves when no work is in progress. */
  stop(): Promise<void>;
}

interface SiteCopyOptions extends RoundOptions {
  store: CopyStore;
  pictures: PictureStore;
  /** Whether requests may be sent: the server can be reached, and the owner is signed in. */
  isAllowed(): boolean;
  limit: number;
  timers: Timers;
  onState(state: CopyState): void;
}

/** While posts and pictures come in, the windows are told at most once in this many milliseconds. */
const TOLD_EVERY = 300;

export function createSiteCopy(options: SiteCopyOptions): SiteCopy {
  const { store, pictures, timers } = options;
  let { limit } = options;
  let hasBegun = false;
  let isStopped = false;
  let under: { done: Promise<void>; end: AbortController } | null = null;
  let isAskedAgain = false;
  let cancel = () => {};
  const isOver = () => isStopped;
  const tell = createTeller(timers, isOver, () => options.onState(state()));
  const rounds = createRounds(options, tell);

  const state = (): CopyState => ({
    ...storedState(store),
    ...{ left: rounds.facts().left, limit, isCopying: under !== null },
    pictures: { ...rounds.facts().count, bytes: pictures.bytes() },
    problem: store.problem() ?? rounds.facts().problem,
    deletions: store.deletions(),
  });
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
    // The next round is started when the server can be reached again, or the owner has signed in.
    if (!options.isAllowed() || store.problem() !== null) return;
    const end = new AbortController();
    const done = rounds.run(end.signal).then((wait) => {
      under = null;
      plan(isAskedAgain ? SOON : wait);
      isAskedAgain = false;
      tell();
    });
    under = { done, end };
    tell();
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
      rounds.wantAll();
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
      rounds.forget();
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

/** Returns a function that reports changes, once for all that come within a moment, until `isOver`. */
function createTeller(timers: Timers, isOver: () => boolean, tell: () => void): () => void {
  let isTelling = false;
  return () => {
    if (isTelling || isOver()) return;
    isTelling = true;
    timers.after(TOLD_EVERY, () => {
      isTelling = false;
      if (!isOver()) tell();
    });
  };
}

function storedState(store: CopyStore) {
  return store.read<Pick<CopyState, 'posts' | 'isWhole' | 'at'>>(nothing, (open) => {
    const place = open.place();
    return { posts: open.posts.count(), isWhole: place.isWhole, at: place.at };
  });
}

const nothing = { posts: 0, isWhole: false, at: null };
