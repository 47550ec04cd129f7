import { setImmediate as turn } from 'node:timers/promises';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { CopyPage } from '#shared/contract/posts/post-copy.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import type { CopyPlace } from './copy-place.ts';
import { answerQuestion, dooming, openQuestion, settleRemovals } from './doomed-posts.ts';
import { type OpenCopy, openCopyFile } from './open-copy.ts';

/** The number of posts written before the page's own calls get their turn. */
const WRITTEN_AT_ONCE = 10;

/**
 * The copy on the disk. Write calls throw SQLite's errors. A damaged database is replaced, but the call that found the
 * damage still throws.
 */
export interface CopyStore {
  /** Returns the reason why nothing can be stored; null when all is well. */
  problem(): string | null;
  /** Reads from the database; returns `otherwise` when reading fails. */
  read<T>(otherwise: T, run: (open: OpenCopy) => T): T;
  /** Writes in one transaction: everything or nothing. */
  write<T>(run: (open: OpenCopy) => T): T;
  /** Begins a pull from the server. Returns the place where the next page begins. */
  beginPull(): CopyPlace;
  /** Stores a page, a few posts at a time, and then the new place. Throws the abort reason of `signal`. */
  take(page: CopyPage, signal: AbortSignal): Promise<void>;
  /**
   * Ends a pull in which the server had nothing more to send: deleted posts are removed, unless the owner must be asked
   * first. Returns false when the server turned out not to be in the same state as before, so that the copy begins
   * anew.
   */
  endPull(): boolean;
  /** Begins the copy anew. The posts that are here stay readable until the server has sent all of them again. */
  startAnew(): void;
  /** Deletes the whole copy. From now on it is the copy of this site. */
  clear(siteId: string | null): void;
  /** Stores a post that an answer to the page contained. */
  learn(post: Post): void;
  deletions(): CopyState['deletions'];
  /** Carries out the owner's answer to the question of this key. An answer to another question does nothing. */
  answerDeletions(key: string, answer: 'delete' | 'keep'): void;
  close(): void;
}

interface CopyStoreOptions {
  file: string;
  clock: Clock;
  log: Log;
}

export function openCopyStore({ file, clock, log }: CopyStoreOptions): CopyStore {
  const copy = openCopyFile(file, clock, log);
  const { problem, read, write, close } = copy;

  return {
    problem,
    read,
    write,
    beginPull: () =>
      write(({ place, setPlace }) => {
        setPlace({ pull: place().pull + 1 });
        return place();
      }),
    async take({ posts, gone, cursor }, signal) {
      for (let from = 0; from < posts.length; from += WRITTEN_AT_ONCE) {
        if (from > 0) await turn();
        signal.throwIfAborted();
        write((open) => takeIn(open, posts.slice(from, from + WRITTEN_AT_ONCE)));
      }
      write(({ sqlite, setPlace }) => {
        for (const id of gone) dooming(sqlite).add.run(id);
        setPlace({ cursor, heardAt: clock.now() });
      });
    },
    endPull: () =>
      write((open) => {
        const { generation, pull } = open.place();
        // An answer to the page contained a post that the server's order of changes does not have: the server was put
        // back to an earlier state since then.
        if (open.posts.hasUnconfirmed(pull)) {
          beginAnew(open);
          return false;
        }
        for (const id of open.posts.ofEarlier(generation)) dooming(open.sqlite).add.run(id);
        open.setPlace({ isWhole: true, at: clock.now() });
        settleRemovals(open, clock.now());
        return true;
      }),
    startAnew: () => write(beginAnew),
    clear(siteId) {
      copy.replace();
      if (siteId !== null) write(({ setPlace }) => setPlace({ siteId }));
    },
    learn: (post) =>
      write(({ posts, place, setPlace }) => {
        const copied = posts.versionOf(post.id);
        const { generation, pull } = place();
        if (copied && copied.version >= post.version) return;
        posts.put(post, { generation, learned: pull });
        setPlace({ heardAt: clock.now() });
      }),
    deletions: () => read(null, openQuestion),
    answerDeletions: (key, answer) => write((open) => answerQuestion(open, key, answer)),
    close,
  };
}

function beginAnew({ posts, place, setPlace }: OpenCopy): void {
  posts.forgetLearned();
  setPlace({ generation: place().generation + 1, cursor: null });
}

function takeIn({ posts: table, place, sqlite }: OpenCopy, posts: CopyPage['posts']): void {
  const { generation } = place();
  for (const post of posts) {
    const copied = table.versionOf(post.id);
    // The answer to a save has overtaken this page, which was requested before the save: the copied post is newer.
    if (copied?.isLearned && copied.version > post.version) continue;
    table.put(post, { generation, learned: null });
    dooming(sqlite).spare.run(post.id);
  }
}
