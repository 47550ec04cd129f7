import { setImmediate as turn } from 'node:timers/promises';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { CopyPage } from '#shared/contract/posts/post-copy.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import type { CopyPlace } from './copy-place.ts';
import { answerQuestion, dooming, openQuestion, settleRemovals } from './doomed-posts.ts';
import { type OpenCopy, openCopyFile } from './open-copy.ts';

/** Posts that are written before the page's own calls have their turn. */
const WRITTEN_AT_ONCE = 10;

/** The copy on the disk. Writing calls throw what SQLite throws; a damaged database is replaced, and the call throws still. */
export interface CopyStore {
  /** Why nothing can be kept; null when all is well. */
  problem(): string | null;
  /** Reads; `otherwise` where that fails. */
  read<T>(otherwise: T, run: (open: OpenCopy) => T): T;
  /** Writes, all of it or nothing. */
  write<T>(run: (open: OpenCopy) => T): T;
  /** Begins to ask the server. Answers where the next page begins. */
  beginPull(): CopyPlace;
  /** Takes in a page, a few posts at a time, and with the last of them how far it goes. Throws what `signal` was aborted with. */
  take(page: CopyPage, signal: AbortSignal): Promise<void>;
  /**
   * The server had nothing more to tell: what is gone goes, unless the owner is to be asked. False where the server turned
   * out not to be the one it was, so that the copy begins anew.
   */
  endPull(): boolean;
  /** What is here stays readable until all was told anew. */
  startAnew(): void;
  /** Nothing of it is left; from now on it is the copy of this site. */
  clear(siteId: string | null): void;
  /** What an answer to the page said a post is. */
  learn(post: Post): void;
  deletions(): CopyState['deletions'];
  /** The owner's word; one on another question does nothing. */
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
        // An answer to the page spoke of what the server's own order of changes does not: it was put back since.
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
    // An answer to a save came past the page, which was asked for before it.
    if (copied?.isLearned && copied.version > post.version) continue;
    table.put(post, { generation, learned: null });
    dooming(sqlite).spare.run(post.id);
  }
}
