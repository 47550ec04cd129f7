import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';
import { postPath } from '#server/site/routes.ts';
import { type Outside, tellOutside } from './tell-outside.ts';

/** The largest number of addresses in one message (https://www.indexnow.org/documentation). */
const BATCH = 10_000;

interface IndexNowOptions extends Outside {
  endpoint: string;
  /** The key, which is also served at the site's `/KEY.txt`. */
  key: string;
  siteUrl: string;
}

/** Tells search engines which posts went live, were changed or no longer exist. */
export function indexNow({ endpoint, key, siteUrl, ...outside }: IndexNowOptions): DurableListener {
  /** The ids of the addresses that were accepted from a list that failed later. */
  const submitted = new Set<string>();
  return {
    name: 'indexnow',
    isOutside: true,
    async handle(events, signal) {
      const news = newsOf(events).filter(({ id }) => !submitted.has(id));
      for (let from = 0; from < news.length; from += BATCH) {
        const batch = news.slice(from, from + BATCH);
        const body = JSON.stringify({
          host: new URL(siteUrl).host,
          key,
          keyLocation: `${siteUrl}/${key}.txt`,
          urlList: batch.map(({ path }) => `${siteUrl}${path}`),
        });
        const message = { address: endpoint, type: 'application/json; charset=utf-8', body, signal };
        await tellOutside(outside, { who: 'IndexNow', count: batch.length, message });
        for (const { id } of batch) submitted.add(id);
      }
      submitted.clear();
    },
  };
}

/**
 * Returns the addresses whose content readers see changed by these events, each once, with an id of the last change
 * there.
 */
function newsOf(events: readonly PostEvent[]): { path: string; id: string }[] {
  const wentLive = new Set(events.filter(({ type }) => type === 'went-live').map(momentOf));
  const news = new Map<string, string>();
  for (const event of events) {
    for (const slug of slugsOf(event, wentLive.has(momentOf(event)))) news.set(postPath(slug), event.id);
  }
  return [...news].map(([path, id]) => ({ path, id: `${id} ${path}` }));
}

const momentOf = ({ postId, at }: PostEvent) => `${postId} ${at}`;

/**
 * Returns the slugs at which an event has changed something. A slug at which readers never saw a post is told to
 * nobody.
 */
function slugsOf({ type, slug, oldSlug, isLive }: PostEvent, hasJustGoneLive: boolean): string[] {
  switch (type) {
    case 'went-live':
      return [slug];
    case 'written':
      if (!isLive) return [];
      return oldSlug === null || oldSlug === slug || hasJustGoneLive ? [slug] : [slug, oldSlug];
    case 'taken-down':
      return [oldSlug ?? slug];
    // A live post was taken down before.
    case 'gone':
      return [];
  }
}
