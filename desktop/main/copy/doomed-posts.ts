import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { CopyPlace } from './copy-place.ts';
import type { OpenCopy } from './open-copy.ts';

/**
 * Removes the posts that are gone on the server from the copy, unless they are so many that the owner must be asked
 * first.
 */
export function settleRemovals(copy: OpenCopy, now: number): void {
  const doomed = dooming(copy.sqlite).count.get() ?? 0;
  if (doomed === 0) return;
  const { removals, question } = copy.place();
  const judged = judgeRemovals(removals, { doomed, posts: copy.posts.count(), now });
  if (judged.mustAsk) {
    // Pending deletions are not counted as removed: they are counted again at the next judgement.
    const removed = judged.deleted - doomed;
    copy.setPlace({ question: question ?? randomUUID(), removals: { ...judged.after, removed } });
    return;
  }
  removeDoomed(copy);
  copy.setPlace({ question: null, removals: judged.after });
}

/** The owner is never asked about fewer posts than this. */
const FEW = 3;
/**
 * Removals within this time, in milliseconds, count together: the server alone decides over how many pages it spreads
 * them.
 */
const TOGETHER = 10 * 60_000;

interface Removals {
  /** Whether the owner must be asked first. */
  mustAsk: boolean;
  /** The numbers to remember when the removals are carried out. */
  after: NonNullable<CopyPlace['removals']>;
  /** How many posts would be removed, and of how many. */
  deleted: number;
  of: number;
}

/**
 * Judges the removals that the server reports: if they are three or more, and over half of the posts that were here ten
 * minutes ago, the owner must agree first.
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

/** Returns the question for the owner; null when there is none. */
export function openQuestion({ place, posts, sqlite }: OpenCopy): CopyState['deletions'] {
  const { question, removals } = place();
  if (question === null) return null;
  const doomed = dooming(sqlite).count.get() ?? 0;
  return { key: question, deleted: doomed, of: removals?.of ?? posts.count() };
}

/** Carries out the owner's answer to the question of this key. An answer to another question does nothing. */
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

/** The statements for posts that are to be removed. */
export const dooming = (sqlite: Database): Dooming => ({
  /** Only a post that is here can be removed. */
  add: sqlite.prepare<[number]>('insert or ignore into doomed (id) select id from posts where id = ?'),
  spare: sqlite.prepare<[number]>('delete from doomed where id = ?'),
  count: sqlite.prepare<[], number>('select count(*) from doomed').pluck(),
});
