import { tagsOfEvent } from '#server/http/pages/page-tags.ts';
import type { EdgePurges } from '#server/services/edge-purges.ts';
import type { Listener } from '#server/services/events/site-events.ts';

/** Has an edge in front drop every page that depends on something which has changed. */
export function dropAtEdge(purges: Pick<EdgePurges, 'add' | 'addEverything'>): Listener {
  return (events) => {
    for (const event of events) {
      const tags = tagsOfEvent(event);
      if (tags === 'everything') purges.addEverything();
      else purges.add(tags);
    }
  };
}
