import { changesPages } from '#server/http/pages/page-tags.ts';
import type { Listener } from '#server/services/events/site-events.ts';
import type { Publisher } from '#server/services/publication/publisher.ts';

/** Has what readers see published to reader instances after it has changed. */
export function publishChanges(publisher: Pick<Publisher, 'changed' | 'mayBeDue'>): Listener {
  return (events) => {
    // A page where nothing stood is kept by nobody, but a redirect leads on from it.
    if (events.some((event) => changesPages(event) || (event.type === 'site-changed' && event.what === 'redirects')))
      publisher.changed();
    else publisher.mayBeDue();
  };
}
