import { type SqlBool, sql } from 'kysely';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PostSummary } from '#shared/contract/posts/post.ts';
import { MOST_WAITING_PROPOSALS, type Proposal } from '#shared/contract/proposals.ts';
import { AppError } from '#shared/kernel/errors.ts';
import type { TokenKind } from '#shared/kernel/token-scope.ts';
import { valuesOf } from './values-of.ts';

/** The token that proposes, and what the owner is told about it. */
export interface Proposer {
  tokenId: number;
  name: string;
  origin: TokenKind;
  note: string;
}

type Proposed = NonNullable<PostSummary['proposed']>;

/** Whether the owner has not yet decided on a proposal `r` of its post `p`. */
const waits = sql<SqlBool>`(p.deleted_at is null and case r.kind
  when 'draft' then p.published = 0 and not exists
    (select 1 from post_liveness l where l.post_id = p.id and l.has_been_live = 1)
  else exists (select 1 from pending_changes c where c.post_id = p.id and c.proposal_id = r.id) end)`;
const state = sql<Proposed['state']>`iif(${waits}, 'waiting', 'settled')`.as('state');

function proposals(ex: Executor) {
  return ex.selectFrom('proposals as r').innerJoin('blog_posts as p', 'p.id', 'r.post_id');
}

/**
 * The latest proposal of each of these posts, by the posts' ids; a waiting proposal takes precedence over a settled
 * one.
 */
export async function proposalsOf(ex: Executor, postIds: readonly number[]): Promise<Map<number, Proposed>> {
  const rows = await proposals(ex)
    .where('r.post_id', 'in', valuesOf(postIds))
    .orderBy(waits)
    .orderBy('r.id')
    .select(['r.post_id', 'r.kind', 'r.name', 'r.origin', 'r.note', 'r.created_at as at', state])
    .execute();
  return new Map(rows.map(({ post_id, ...proposed }) => [post_id, proposed]));
}

/** The ids of the posts that have a waiting proposal, for use in a condition. */
export function waitingProposals(ex: Executor) {
  return proposals(ex).where(waits).select('r.post_id');
}

/** Proposals, newest first; of every token when `tokenId` is null. */
export async function listProposals(ex: Executor, tokenId: number | null, limit: number): Promise<Proposal[]> {
  return proposals(ex)
    .$if(tokenId !== null, (query) => query.where('r.token_id', '=', tokenId))
    .orderBy('r.id', 'desc')
    .limit(limit)
    .select(['r.id', 'r.kind', 'r.post_id as postId', 'p.title', 'p.slug', state])
    .select(['r.name', 'r.origin', 'r.note', 'r.created_at as at'])
    .execute();
}

/** Returns a proposal. Throws AppError `not_found`. */
export async function getProposal(ex: Executor, id: number): Promise<Proposal> {
  const row = await proposals(ex)
    .where('r.id', '=', id)
    .select(['r.id', 'r.kind', 'r.post_id as postId', 'p.title', 'p.slug', state])
    .select(['r.name', 'r.origin', 'r.note', 'r.created_at as at'])
    .executeTakeFirst();
  if (!row) throw new AppError('not_found');
  return row;
}

/**
 * The proposal behind the pending change of a post, with the proposer and the version proposed; null when the change
 * was not proposed.
 */
export async function findProposer(
  ex: Executor,
  postId: number,
): Promise<{ id: number; tokenId: number; version: number | null; name: string; origin: TokenKind } | null> {
  const row = await ex
    .selectFrom('pending_changes as c')
    .innerJoin('proposals as r', 'r.id', 'c.proposal_id')
    .where('c.post_id', '=', postId)
    .select(['r.id', 'r.token_id as tokenId', 'r.change_version as version', 'r.name', 'r.origin'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Records that a draft or a change was proposed, in the transaction that stores it. Returns the proposal's id. Throws
 * AppError `too_many_proposals`. `now` in milliseconds since 1970.
 */
export async function insertProposal(
  ex: Executor,
  { tokenId, ...who }: Proposer,
  what: { postId: number; kind: 'draft' | 'change'; version: number | null },
  now: number,
): Promise<number> {
  const { count } = await proposals(ex)
    .where('r.token_id', '=', tokenId)
    .where(waits)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= MOST_WAITING_PROPOSALS) throw new AppError('too_many_proposals');
  const { id } = await ex
    .insertInto('proposals')
    .values({
      ...who,
      token_id: tokenId,
      post_id: what.postId,
      kind: what.kind,
      change_version: what.version,
      created_at: isoTime(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
