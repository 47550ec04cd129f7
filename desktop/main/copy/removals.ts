import type { CopyPlace } from './copy-place.ts';

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
export function judgeRemovals(
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
