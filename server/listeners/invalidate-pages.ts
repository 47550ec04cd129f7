import type { PageCache } from '#server/http/page-cache.ts';
import { tagsOfEvent } from '#server/http/pages/page-tags.ts';
import type { Listener } from '#server/services/events/site-events.ts';

/** Drops every cached page that depends on something that has changed. */
export function dropPages(cache: Pick<PageCache, 'drop' | 'invalidate'>): Listener {
  return (events) => {
    const changed = events.map(tagsOfEvent);
    if (changed.includes('everything')) cache.invalidate();
    else cache.drop(new Set(changed.flat()));
  };
}
