import type { PageCache } from '#server/http/page-cache.ts';
import { tagsOfEvent } from '#server/http/pages/page-tags.ts';
import type { Listener } from '#server/services/events/site-events.ts';

/** Has every page rendered anew that depends on something which has changed. */
export function dropPages(cache: Pick<PageCache, 'drop' | 'invalidate'>): Listener {
  return (events) => {
    const changed = events.map(tagsOfEvent);
    if (changed.includes('everything')) cache.invalidate();
    else cache.drop(new Set(changed.flat()));
  };
}
