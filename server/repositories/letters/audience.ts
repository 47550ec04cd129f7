import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Schema } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { LetterAudience } from '#shared/contract/letters/letters.ts';
import { isSuppressed } from '../subscribers/suppressed.ts';
import { valuesOf } from '../values-of.ts';

/** The category, author and tags of a post, by which followers choose. */
export interface Filing {
  categoryId: number;
  authorId: number;
  tagIds: readonly number[];
}

type TopicKind = 'site' | 'category' | 'tag' | 'author';

/** A subscriber to whom letters may be sent, with the topics that they follow. */
export interface Follower {
  id: number;
  topics: { kind: TopicKind; targetId: number; name: string }[];
}

const topics = z.array(
  z.object({ kind: z.enum(['site', 'category', 'tag', 'author']), targetId: z.int(), name: z.string() }),
);

/** The name of a followed topic; '' for the site, and for a topic that no longer exists. */
const topicName = sql<string>`coalesce(case t.kind
  when 'category' then (select name from categories where id = t.target_id)
  when 'tag' then (select name from tags where id = t.target_id)
  when 'author' then (select name from authors where id = t.target_id)
end, '')`;

/**
 * The subscribers to whom letters may be sent at all. A subscriber without a link of their own to unsubscribe by is not
 * among them.
 */
function active(ex: Executor) {
  return ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.subscribed', '=', 1)
    .where('s.ended_at', 'is', null)
    .where('s.link_key', 'is not', null)
    .where(({ not }) => not(isSuppressed()));
}

type Follows = (eb: ExpressionBuilder<Schema & { s: Schema['newsletter_subscribers'] }, 's'>) => Expression<SqlBool>;

/** The condition that a subscriber belongs to the audience of a letter about posts with these filings. */
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

/** The number of subscribers in the audience of a letter about posts with these filings. */
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

/**
 * The subscribers in the audience of a letter about posts with these filings, ordered by id, from the first id after
 * `after`.
 */
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
