import type { Executor } from '#server/db/transaction.ts';
import { feedPaths } from '#server/http/pages/list-addresses.ts';
import { changesPages } from '#server/http/pages/page-tags.ts';
import { authorSlugsOfPosts } from '#server/repositories/authors.ts';
import { categorySlugsOfPosts } from '#server/repositories/categories.ts';
import { tagSlugsOfPosts } from '#server/repositories/tags.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { authorPath, categoryPath, tagPath } from '#server/site/routes.ts';
import { type Outside, tellOutside } from './tell-outside.ts';

/**
 * The largest number of feeds in one message: a post may have fifty tags, and each has three feeds. Naming a feed twice
 * does no harm.
 */
const BATCH = 600;

interface WebSubOptions extends Outside {
  db: Executor;
  hub: string;
  siteUrl: string;
}

/**
 * Tells a WebSub hub which feeds have changed; the hub fetches them and passes the new entries to their subscribers.
 * The feeds name the hub.
 */
export function webSub({ db, hub, siteUrl, ...outside }: WebSubOptions): DurableListener {
  return {
    name: 'websub',
    isOutside: true,
    async handle(events, signal) {
      const seen = events.filter(changesPages);
      if (seen.length === 0) return;
      const ids = [...new Set(seen.map(({ postId }) => postId))];
      const feeds = [
        '',
        ...(await categorySlugsOfPosts(db, ids)).map(categoryPath),
        ...(await authorSlugsOfPosts(db, ids)).map(authorPath),
        ...(await tagSlugsOfPosts(db, ids)).map(tagPath),
      ].flatMap(feedPaths);
      for (let from = 0; from < feeds.length; from += BATCH) {
        const batch = feeds.slice(from, from + BATCH);
        const body = new URLSearchParams({ 'hub.mode': 'publish' });
        // The addresses that the feeds give as their own.
        for (const path of batch) body.append('hub.url', new URL(path, siteUrl).href);
        const message = { address: hub, type: 'application/x-www-form-urlencoded', body: body.toString(), signal };
        await tellOutside(outside, { who: 'The WebSub hub', count: batch.length, message });
      }
    },
  };
}
