import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { LetterAudience } from '#shared/contract/letters/letters.ts';
import { isSuppressed } from '../subscribers/suppressed.ts';
import { valuesOf } from '../values-of.ts';

/** What a post is filed under, as followers choose it. */
export interface Filing {
  categoryId: number;
  authorId: number;
  tagIds: readonly number[];
}

type TopicKind = 'site' | 'category' | 'tag' | 'author';

/** Somebody who may be written to, with what they follow. */
export interface Follower {
  id: number;
  topics: { kind: TopicKind; targetId: number; name: string }[];
}

const topics = z.array(
  z.object({ kind: z.enum(['site', 'category', 'tag', 'author']), targetId: z.int(), name: z.string() }),
);

/** The name of what is followed; '' for the site, and for what is gone. */
const topicName = sql<string>`coalesce(case t.kind
  when 'category' then (select name from categories where id = t.target_id)
  when 'tag' then (select name from tags where id = t.target_id)
  when 'author' then (select name from authors where id = t.target_id)
end, '')`;

/** Who may be written to at all: whoever cannot end it by a link of their own is not. */
function active(ex: Executor) {
  return ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.subscribed', '=', 1)
    .where('s.ended_at', 'is', null)
    .where('s.link_key', 'is not', null)
    .where(({ not }) => not(isSuppressed()));
}

type Follows = (eb: ExpressionBuilder<Schema & { s: Schema['newsletter_subscribers'] }, 's'>) => Expression<SqlBool>;

/** Whether somebody is among those a letter of posts that are filed so is for. */
function follows(audience: LetterAudience, filings: readonly Filing[]): Follows {
  return (eb) => {
    if (audience.kind === 'all') return sql<SqlBool>`1`;
    const topic = eb
      .selectFrom('subscriber_topics as t')
      .whereRef('t.subscriber_id', '=', 's.id')
      .select('t.kind')
      .where((where) => {
        const one = (kind: TopicKind, ids: readonly number[]) =>
          where.and([where('t.kind', '=', kind), where('t.target_id', 'in', valuesOf(ids))]);
        if ('targetId' in audience) return one(audience.kind, [audience.targetId]);
        return where.or([
          where('t.kind', '=', 'site'),
          one(
            'category',
            filings.map(({ categoryId }) => categoryId),
          ),
          one(
            'author',
            filings.map(({ authorId }) => authorId),
          ),
          one(
            'tag',
            filings.flatMap(({ tagIds }) => tagIds),
          ),
        ]);
      });
    return eb.exists(topic);
  };
}

/** How many a letter of posts that are filed so is for. */
export async function countFollowers(
  ex: Executor,
  audience: LetterAudience,
  filings: readonly Filing[],
): Promise<number> {
  const { count } = await active(ex)
    .where(follows(audience, filings))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those a letter of posts that are filed so is for, by id, from behind `after` on. */
export async function followersAfter(
  ex: Executor,
  {
    audience,
    filings,
    after,
    limit,
  }: { audience: LetterAudience; filings: readonly Filing[]; after: number; limit: number },
): Promise<Follower[]> {
  const rows = await active(ex)
    .where(follows(audience, filings))
    .where('s.id', '>', after)
    .orderBy('s.id')
    .limit(limit)
    .select([
      's.id',
      sql<string>`(select json_group_array(json_object('kind', t.kind, 'targetId', t.target_id, 'name', ${topicName}))
        from subscriber_topics t where t.subscriber_id = s.id)`.as('topics'),
    ])
    .execute();
  return rows.map((row) => ({ id: row.id, topics: topics.parse(JSON.parse(row.topics)) }));
}
