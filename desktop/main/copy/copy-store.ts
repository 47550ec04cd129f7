import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { CopyPage } from '#shared/contract/post-copy.ts';
import type { Post } from '#shared/contract/posts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import type { Log } from '../log.ts';
import { isDamage } from '../store/open-database.ts';
import { type CopyPlace, createPlaceRow } from './copy-place.ts';
import { createDraftIndex, type DraftIndex } from './draft-index.ts';
import { openCopyDatabase, removeCopyDatabase, setDamagedAside } from './open-copy-database.ts';
import { createPostTable, type PostTable } from './post-table.ts';
import { judgeRemovals } from './removals.ts';

/** Posts that are written before the page's own calls have their turn. */
const WRITTEN_AT_ONCE = 10;

/** What is in the database, while it is open. */
export interface OpenCopy {
  readonly sqlite: Database;
  readonly posts: PostTable;
  readonly drafts: DraftIndex;
  place(): CopyPlace;
}

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
  let { open, problem } = openAt(file, clock, log);

  function reopen(): void {
    ({ open, problem } = openAt(file, clock, log));
  }
  function replaceDamaged(error: unknown): void {
    if (!isDamage(error) || problem !== null) return;
    log.warn('The copy of the site is damaged', error);
    open.sqlite.close();
    setDamagedAside(file, clock, log);
    reopen();
  }
  function write<T>(run: (opened: OpenCopy) => T): T {
    try {
      return open.sqlite.transaction(() => run(open)).immediate();
    } catch (error) {
      replaceDamaged(error);
      throw error;
    }
  }
  const setPlace = (change: Partial<CopyPlace>) => createPlaceRow(open.sqlite).set(change);

  function beginAnew({ posts, place }: OpenCopy): void {
    posts.forgetLearned();
    setPlace({ generation: place().generation + 1, cursor: null });
  }
  function settleRemovals(opened: OpenCopy): void {
    const doomed = dooming(opened.sqlite).count.get() ?? 0;
    if (doomed === 0) return;
    const { removals, question } = opened.place();
    const judged = judgeRemovals(removals, { doomed, posts: opened.posts.count(), now: clock.now() });
    if (judged.mustAsk) {
      // What waits counts again when it is judged again.
      const removed = judged.deleted - doomed;
      setPlace({ question: question ?? randomUUID(), removals: { ...judged.after, removed } });
      return;
    }
    removeDoomed(opened);
    setPlace({ question: null, removals: judged.after });
  }

  const store: CopyStore = {
    problem: () => problem,
    read(otherwise, run) {
      try {
        return run(open);
      } catch (error) {
        log.warn('The copy of the site cannot be read', error);
        replaceDamaged(error);
        return otherwise;
      }
    },
    write,
    beginPull: () =>
      write(({ place }) => {
        setPlace({ pull: place().pull + 1 });
        return place();
      }),
    async take({ posts, gone, cursor }, signal) {
      for (let from = 0; from < posts.length; from += WRITTEN_AT_ONCE) {
        if (from > 0) await turn();
        signal.throwIfAborted();
        write((opened) => {
          const { generation } = opened.place();
          for (const post of posts.slice(from, from + WRITTEN_AT_ONCE)) {
            const kept = opened.posts.versionOf(post.id);
            // An answer to a save came past the page, which was asked for before it.
            if (kept?.isLearned && kept.version > post.version) continue;
            opened.posts.put(post, { generation, learned: null });
            dooming(opened.sqlite).spare.run(post.id);
          }
        });
      }
      write(({ sqlite }) => {
        for (const id of gone) dooming(sqlite).add.run(id);
        setPlace({ cursor, heardAt: clock.now() });
      });
    },
    endPull: () =>
      write((opened) => {
        const { place, posts } = opened;
        const { generation, pull } = place();
        // An answer to the page spoke of what the server's own order of changes does not: it was put back since.
        if (posts.hasUnconfirmed(pull)) {
          beginAnew(opened);
          return false;
        }
        for (const id of posts.ofEarlier(generation)) dooming(opened.sqlite).add.run(id);
        setPlace({ isWhole: true, at: clock.now() });
        settleRemovals(opened);
        return true;
      }),
    startAnew: () => write(beginAnew),
    clear(siteId) {
      open.sqlite.close();
      try {
        removeCopyDatabase(file);
      } catch (error) {
        log.error('The copy of the site cannot be removed', error);
      }
      reopen();
      if (siteId !== null) setPlace({ siteId });
    },
    learn: (post) =>
      write(({ posts, place }) => {
        const kept = posts.versionOf(post.id);
        const { generation, pull } = place();
        if (kept && kept.version >= post.version) return;
        posts.put(post, { generation, learned: pull });
        setPlace({ heardAt: clock.now() });
      }),
    deletions: () =>
      store.read(null, ({ place, posts, sqlite }) => {
        const { question, removals } = place();
        if (question === null) return null;
        const doomed = dooming(sqlite).count.get() ?? 0;
        return { key: question, deleted: doomed, of: removals?.of ?? posts.count() };
      }),
    answerDeletions: (key, answer) =>
      write((opened) => {
        const { question, generation } = opened.place();
        if (question === null || question !== key) return;
        if (answer === 'delete') removeDoomed(opened);
        else {
          opened.sqlite.prepare('update posts set generation = ? where id in (select id from doomed)').run(generation);
          opened.sqlite.exec('delete from doomed');
        }
        setPlace({ question: null, removals: null });
      }),
    close: () => {
      open.sqlite.close();
    },
  };
  return store;
}

function openAt(file: string, clock: Clock, log: Log): { open: OpenCopy; problem: string | null } {
  const { sqlite, problem } = openCopyDatabase(file, clock, log);
  try {
    return { open: opened(sqlite), problem };
  } catch (error) {
    // Its schema is the one it says it has, and cannot be used.
    log.warn('The copy of the site is damaged', error);
    sqlite.close();
    setDamagedAside(file, clock, log);
    const anew = openCopyDatabase(file, clock, log);
    return { open: opened(anew.sqlite), problem: anew.problem };
  }
}

const opened = (sqlite: Database): OpenCopy => ({
  sqlite,
  posts: createPostTable(sqlite),
  drafts: createDraftIndex(sqlite),
  place: createPlaceRow(sqlite).get,
});

function removeDoomed({ sqlite, posts }: OpenCopy): void {
  for (const id of sqlite.prepare<[], number>('select id from doomed').pluck().all()) posts.remove(id);
  sqlite.exec('delete from doomed');
}

const dooming = (sqlite: Database) => ({
  /** Only what is here can go. */
  add: sqlite.prepare<[number]>('insert or ignore into doomed (id) select id from posts where id = ?'),
  spare: sqlite.prepare<[number]>('delete from doomed where id = ?'),
  count: sqlite.prepare<[], number>('select count(*) from doomed').pluck(),
});
