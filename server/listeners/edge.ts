import { tagsOfEvent } from '#server/http/pages/page-tags.ts';
import type { Edges } from '#server/services/edges/edges.ts';
import type { Listener } from '#server/services/events/site-events.ts';

/** Tells the edges to drop every page that depends on something that has changed. */
export function dropAtEdges(edges: Pick<Edges, 'add' | 'addEverything'>): Listener {
  return (events) => {
    for (const event of events) {
      const tags = tagsOfEvent(event);
      if (event.type === 'taken-down') edges.add([`post:${event.postId}`], { isGone: true });
      if (tags === 'everything') edges.addEverything();
      else edges.add(tags);
    }
  };
}
