import type { Selectable, SelectQueryBuilder } from 'kysely';
import { sql } from 'kysely';
import type { Schema } from '#server/db/schema.ts';
import type { NewsletterSubscribersTable } from '#server/db/subscriber-tables.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { PendingSubscription, Subscriber, SubscriberState } from '#shared/contract/letters/subscribers.ts';
import { newestPage } from '../newest-page.ts';
import type { Page, Paging } from '../paging.ts';
import { valuesOf } from '../values-of.ts';
import { type Pending, toPending } from './pending-subscriptions.ts';
import { isSuppressed } from './suppressed.ts';
import { nameTopics, topicsOf } from './topics.ts';

type Wanted = Paging & {
  /** Part of an address or a name. */
  q?: string | undefined;
  state?: SubscriberState | undefined;
};

/** Subscribers, newest first. Throws AppError `invalid_input` for a cursor that the server did not give. */
export async function listSubscribers(ex: Executor, request: Wanted): Promise<Page<Subscriber>> {
  let wanted = ex.selectFrom('newsletter_subscribers as s');
  if (request.q) {
    const part = partOf(request.q);
    wanted = wanted.where(sql<boolean>`(s.email like ${part} escape '\\' or s.name like ${part} escape '\\')`);
  }
  if (request.state) wanted = wanted.where('s.subscribed', '=', request.state === 'following' ? 1 : 0);
  // A suppressed subscriber follows nothing, so only subscribers who do not follow are checked.
  if (request.state === 'suppressed') wanted = wanted.where(isSuppressed());
  if (request.state === 'ended') wanted = wanted.where(({ not }) => not(isSuppressed()));
  const { items, ...page } = await newestPage(ex, wanted, request, (query) => query.selectAll('s').execute());
  return { ...page, items: await withTopics(ex, items) };
}

/** One subscriber as the owner sees them; null for an unknown id. */
export async function subscriberById(ex: Executor, id: number): Promise<Subscriber | null> {
  const row = await ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.id', '=', id)
    .selectAll('s')
    .executeTakeFirst();
  return row ? ((await withTopics(ex, [row]))[0] ?? null) : null;
}

/** Unconfirmed addresses, newest first; not those of people who follow already and were sent their link. */
export async function listPending(
  ex: Executor,
  request: Paging & { q?: string | undefined },
): Promise<Page<PendingSubscription>> {
  let wanted: SelectQueryBuilder<Schema, 'pending_subscriptions', object> = ex
    .selectFrom('pending_subscriptions')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_subscribers as s')
            .whereRef('s.email', '=', 'pending_subscriptions.email')
            .where('s.subscribed', '=', 1)
            .select('s.id'),
        ),
      ),
    );
  if (request.q) wanted = wanted.where(sql<boolean>`email like ${partOf(request.q)} escape '\\'`);
  const { items: shown, ...page } = await newestPage(ex, wanted, request, (query) => query.selectAll().execute());
  const items = [];
  for (const row of shown) items.push(await withNames(ex, toPending(row)));
  return { ...page, items };
}

/** A pending subscription with the names of its topics. */
export async function withNames(ex: Executor, { topics, ...pending }: Pending): Promise<PendingSubscription> {
  return { ...pending, topics: await nameTopics(ex, topics) };
}

/** A `like` pattern that finds a text anywhere; its special characters are escaped. */
function partOf(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}

async function withTopics(
  ex: Executor,
  rows: readonly Selectable<NewsletterSubscribersTable>[],
): Promise<Subscriber[]> {
  const ids = rows.map(({ id }) => id);
  const topics = await topicsOf(ex, ids);
  // Checked only for the subscribers shown: hashing each address of a long list would take longer than the list.
  const suppressed = await ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.id', 'in', valuesOf(ids))
    .where(isSuppressed())
    .select('s.id')
    .execute();
  const isSilent = new Set(suppressed.map(({ id }) => id));
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    state: isSilent.has(row.id) ? 'suppressed' : row.subscribed === 1 ? 'following' : 'ended',
    topics: topics.get(row.id) ?? [],
    source: row.source,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }));
}

/** Subscribers in the order of their ids, in parts: those after `after`. */
export async function subscribersAfter(ex: Executor, after: number, limit: number): Promise<Subscriber[]> {
  const rows = await ex
    .selectFrom('newsletter_subscribers as s')
    .where('s.id', '>', after)
    .selectAll('s')
    .orderBy('s.id')
    .limit(limit)
    .execute();
  return withTopics(ex, rows);
}

/** The topics that are followed, with their numbers of followers, the most followed first. */
export async function followersByTopic(ex: Executor) {
  const rows = await ex
    .selectFrom('subscriber_topics as t')
    .innerJoin('newsletter_subscribers as s', 's.id', 't.subscriber_id')
    .where('s.subscribed', '=', 1)
    .groupBy(['t.kind', 't.target_id'])
    .select(({ fn }) => ['t.kind', 't.target_id as targetId', fn.countAll<number>().as('followers')])
    .execute();
  const named = await nameTopics(ex, rows);
  return named.toSorted((one, other) => other.followers - one.followers || one.name.localeCompare(other.name, 'en'));
}
