import type { PageCache } from '#server/http/page-cache.ts';
import type { Listener, SiteEvent } from '#server/services/events/site-events.ts';

/** Has every page rendered anew that shows something which has changed. */
export function dropPages(cache: Pick<PageCache, 'invalidate'>): Listener {
  return (events) => {
    if (events.some(changesPages)) cache.invalidate();
  };
}

/** Whether readers see something else after it: what happens to a draft changes no page. */
export function changesPages(event: SiteEvent): boolean {
  switch (event.type) {
    case 'went-live':
    case 'taken-down':
    case 'site-changed':
      return true;
    case 'written':
      return event.isLive;
    case 'gone':
      return false;
  }
}
