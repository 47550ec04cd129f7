import { changesPages } from '#server/http/pages/page-tags.ts';
import type { Listener } from '#server/services/events/site-events.ts';
import type { Publisher } from '#server/services/publication/publisher.ts';

/** Publishes the readers' data to reader instances after it has changed. */
export function publishChanges(publisher: Pick<Publisher, 'changed' | 'mayBeDue'>): Listener {
  return (events) => {
    // Nobody caches a page of an address at which nothing was, but a redirect now leads on from it.
    if (events.some((event) => changesPages(event) || (event.type === 'site-changed' && event.what === 'redirects')))
      publisher.changed();
    else publisher.mayBeDue();
  };
}
