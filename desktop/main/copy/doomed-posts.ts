import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { CopyPlace } from './copy-place.ts';
import type { OpenCopy } from './open-copy.ts';

/** What is gone at the server goes from the copy, unless it is so much that the owner is to be asked. */
export function settleRemovals(copy: OpenCopy, now: number): void {
  const doomed = dooming(copy.sqlite).count.get() ?? 0;
  if (doomed === 0) return;
  const { removals, question } = copy.place();
  const judged = judgeRemovals(removals, { doomed, posts: copy.posts.count(), now });
  if (judged.mustAsk) {
    // What waits counts again when it is judged again.
    const removed = judged.deleted - doomed;
    copy.setPlace({ question: question ?? randomUUID(), removals: { ...judged.after, removed } });
    return;
  }
  removeDoomed(copy);
  copy.setPlace({ question: null, removals: judged.after });
}

/** Fewer are never asked about. */
const FEW = 3;
/** What is removed within this time counts together, in milliseconds: a server decides by itself in how many pages it says it. */
const TOGETHER = 10 * 60_000;

interface Removals {
  /** Whether the owner is asked first. */
  mustAsk: boolean;
  /** What is to be remembered where they are carried out. */
  after: NonNullable<CopyPlace['removals']>;
  /** How many would be gone, of how many. */
  deleted: number;
  of: number;
}

/**
 * Judges what the server says is gone: of the posts that were here ten minutes ago, three or more and over half of them
 * are not removed before the owner says so.
 */
function judgeRemovals(
  before: CopyPlace['removals'],
  { doomed, posts, now }: { doomed: number; posts: number; now: number },
): Removals {
  const isOver = before === null || Math.abs(now - before.since) > TOGETHER;
  const { since, of, removed } = isOver ? { since: now, of: posts, removed: 0 } : before;
  const deleted = removed + doomed;
  return {
    mustAsk: deleted >= FEW && deleted * 2 > of,
    after: { since, of, removed: deleted },
    deleted,
    of,
  };
}

/** What the owner is to be asked; null for nothing. */
export function openQuestion({ place, posts, sqlite }: OpenCopy): CopyState['deletions'] {
  const { question, removals } = place();
  if (question === null) return null;
  const doomed = dooming(sqlite).count.get() ?? 0;
  return { key: question, deleted: doomed, of: removals?.of ?? posts.count() };
}

/** The owner's word on the question of this key; one on another question does nothing. */
export function answerQuestion(copy: OpenCopy, key: string, answer: 'delete' | 'keep'): void {
  const { question, generation } = copy.place();
  if (question === null || question !== key) return;
  if (answer === 'delete') removeDoomed(copy);
  else {
    copy.sqlite.prepare('update posts set generation = ? where id in (select id from doomed)').run(generation);
    copy.sqlite.exec('delete from doomed');
  }
  copy.setPlace({ question: null, removals: null });
}

function removeDoomed({ sqlite, posts }: OpenCopy): void {
  for (const id of sqlite.prepare<[], number>('select id from doomed').pluck().all()) posts.remove(id);
  sqlite.exec('delete from doomed');
}

interface Dooming {
  add: Statement<[number]>;
  spare: Statement<[number]>;
  count: Statement<[], number>;
}

/** The posts that are to go. */
export const dooming = (sqlite: Database): Dooming => ({
  /** Only what is here can go. */
  add: sqlite.prepare<[number]>('insert or ignore into doomed (id) select id from posts where id = ?'),
  spare: sqlite.prepare<[number]>('delete from doomed where id = ?'),
  count: sqlite.prepare<[], number>('select count(*) from doomed').pluck(),
});
