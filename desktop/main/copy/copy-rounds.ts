import { ApiError, OfflineError, UnexpectedAnswerError } from '#shared/api-client/api-error.ts';
import type { Log } from '../log.ts';
import { diskProblem } from './copy-problems.ts';
import type { PictureCount } from './fetch-pictures.ts';
import type { PullOutcome } from './pull-posts.ts';

/** Milliseconds until the server is asked again: after a write, while all is well, and after an error. */
export const SOON = 1000;
const OFTEN = 60_000;
const AFTER_FAULT = 5 * 60_000;
/** The lists are fetched once in this many pulls that brought nothing new. */
const LISTS_EVERY = 10;

export interface RoundOptions {
  pull(signal: AbortSignal, onPage: (left: number) => void): Promise<PullOutcome>;
  copyLists(signal: AbortSignal): Promise<void>;
  /** Returns words for the owner when the pictures cannot be fetched further; null otherwise. */
  fetchPictures(signal: AbortSignal, onCount: (count: PictureCount) => void): Promise<string | null>;
  log: Log;
}

/** The facts known from the rounds so far. */
interface RoundFacts {
  /** The number of posts still to come; null before the first answer. */
  left: number | null;
  count: PictureCount;
  /** The reason, in words for the owner, why the copy does not continue. */
  problem: string | null;
}

/** The rounds of the copy. Each fetches the posts that are new on the server, and at times its lists and pictures. */
export interface Rounds {
  /** Runs one round and returns the time to wait until the next one, in milliseconds. */
  run(signal: AbortSignal): Promise<number>;
  facts(): RoundFacts;
  /** Makes the next round fetch lists and pictures too. */
  wantAll(): void;
  /** Forgets all facts: nothing is left of the copy. */
  forget(): void;
}

const NOTHING: RoundFacts = { left: null, count: { here: 0, of: 0 }, problem: null };

/** `tell` is called when the facts have changed. */
export function createRounds(options: RoundOptions, tell: () => void): Rounds {
  let { left, count, problem } = NOTHING;
  let quietPulls = LISTS_EVERY;

  async function run(signal: AbortSignal): Promise<number> {
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
      if (problem !== null) options.log.warn('The copy of the site does not go on', error);
      return problem === null ? OFTEN : AFTER_FAULT;
    }
  }

  return {
    run,
    facts: () => ({ left, count, problem }),
    wantAll() {
      quietPulls = LISTS_EVERY;
    },
    forget() {
      ({ left, count, problem } = NOTHING);
      quietPulls = LISTS_EVERY;
    },
  };
}

const UNEXPECTED = 'The server answers otherwise than this app understands. Its copy stays as it is.';

/** Returns null when the copy will continue by itself: after a lost network or a sign-out. */
function wordsFor(error: unknown): string | null {
  if (error instanceof OfflineError || (error instanceof ApiError && error.status === 401)) return null;
  if (error instanceof ApiError && (error.status === 404 || error.status === 501)) {
    return 'This server is too old to give a copy of its posts.';
  }
  if (error instanceof UnexpectedAnswerError) return UNEXPECTED;
  if (error instanceof ApiError) return error.detail;
  return diskProblem(error);
}
