import type { Executor } from '#server/db/transaction.ts';
import type { NamedTopic } from '#shared/contract/letters/subscribers.ts';
import type { Topic, TopicKind } from '#shared/kernel/topic.ts';
import { topicText } from '#shared/kernel/topic-text.ts';
import { inChunks } from '../in-chunks.ts';
import { valuesOf } from '../values-of.ts';
import { movePendingTopics } from './pending-subscriptions.ts';

const TABLES = { category: 'categories', tag: 'tags', author: 'authors' } as const;

/** The names of followed topics, by `topicText`; topics that no longer exist have none. */
async function namesOfTopics(ex: Executor, topics: readonly Topic[]): Promise<Map<string, string>> {
  const names = new Map([['site', '']]);
  for (const kind of ['category', 'tag', 'author'] as const) {
    const ids = [...new Set(topics.filter((topic) => topic.kind === kind).map(({ targetId }) => targetId))];
    if (ids.length === 0) continue;
    const rows = await ex.selectFrom(TABLES[kind]).where('id', 'in', valuesOf(ids)).select(['id', 'name']).execute();
    for (const { id, name } of rows) names.set(topicText({ kind, targetId: id }), name);
  }
  return names;
}

/** Topics with their names, without those that no longer exist. */
export async function nameTopics<T extends Topic>(ex: Executor, topics: readonly T[]): Promise<(T & NamedTopic)[]> {
  const names = await namesOfTopics(ex, topics);
  return topics.flatMap((topic) => {
    const name = names.get(topicText(topic));
    return name === undefined ? [] : [{ ...topic, name }];
  });
}

/**
 * The topics that each of these subscribers follows, by subscriber id: the site first, then categories, tags, authors
 * by name.
 */
export async function topicsOf(ex: Executor, subscriberIds: readonly number[]): Promise<Map<number, NamedTopic[]>> {
  const rows = await ex
    .selectFrom('subscriber_topics')
    .where('subscriber_id', 'in', valuesOf(subscriberIds))
    .select(['subscriber_id as subscriberId', 'kind', 'target_id as targetId'])
    .execute();
  const topics = new Map<number, NamedTopic[]>(subscriberIds.map((id) => [id, []]));
  for (const { subscriberId, ...topic } of (await nameTopics(ex, rows)).toSorted(inOrder)) {
    topics.get(subscriberId)?.push(topic);
  }
  return topics;
}

const ORDER: readonly TopicKind[] = ['site', 'category', 'tag', 'author'];

function inOrder(one: NamedTopic, other: NamedTopic): number {
  return ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind) || one.name.localeCompare(other.name, 'en');
}

/** Gives a subscriber exactly these topics; topics that do not exist are left out. */
export async function setTopics(ex: Executor, subscriberId: number, topics: readonly Topic[]): Promise<void> {
  await ex.deleteFrom('subscriber_topics').where('subscriber_id', '=', subscriberId).execute();
  const there = await nameTopics(ex, topics);
  for (const part of inChunks(there)) {
    await ex
      .insertInto('subscriber_topics')
      .values(part.map(({ kind, targetId }) => ({ subscriber_id: subscriberId, kind, target_id: targetId })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/**
 * Part of the deletion of a category, a tag or an author: its followers follow its heir instead, or lose the topic.
 * Unconfirmed requests are changed in the same way.
 */
export async function moveTopics(
  ex: Executor,
  kind: Exclude<TopicKind, 'site'>,
  id: number,
  heir?: number,
): Promise<void> {
  if (heir !== undefined) {
    await ex
      .insertInto('subscriber_topics')
      .columns(['subscriber_id', 'kind', 'target_id'])
      .expression((eb) =>
        eb
          .selectFrom('subscriber_topics')
          .where('kind', '=', kind)
          .where('target_id', '=', id)
          .select(['subscriber_id', 'kind', eb.lit(heir).as('target_id')]),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await ex.deleteFrom('subscriber_topics').where('kind', '=', kind).where('target_id', '=', id).execute();
  await movePendingTopics(ex, { kind, targetId: id }, heir);
}
