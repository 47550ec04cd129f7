import type { Executor } from '#server/db/transaction.ts';
import { feedPaths } from '#server/http/pages/feed-paths.ts';
import { changesPages } from '#server/http/pages/page-tags.ts';
import { categorySlugsOfPosts } from '#server/repositories/categories.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { categoryPath } from '#server/site/routes.ts';

import { type Outside, tellOutside } from './tell-outside.ts';

interface WebSubOptions extends Outside {
  db: Executor;
  hub: string;
  siteUrl: string;
}

/**
 * Tells a WebSub hub which feeds have changed; it fetches them and passes what is new on to their subscribers. The feeds
 * name the hub.
 */
export function webSub({ db, hub, siteUrl, ...outside }: WebSubOptions): DurableListener {
  return {
    name: 'websub',
    isOutside: true,
    async handle(events, signal) {
      const seen = events.filter(changesPages);
      if (seen.length === 0) return;
      const categories = await categorySlugsOfPosts(db, [...new Set(seen.map(({ postId }) => postId))]);
      const feeds = ['', ...categories.map(categoryPath)].flatMap(feedPaths);
      const body = new URLSearchParams({ 'hub.mode': 'publish' });
      // As the feeds name themselves.
      for (const path of feeds) body.append('hub.url', new URL(path, siteUrl).href);
      const message = { address: hub, type: 'application/x-www-form-urlencoded', body: body.toString(), signal };
      await tellOutside(outside, { who: 'The WebSub hub', count: feeds.length, message });
    },
  };
}
