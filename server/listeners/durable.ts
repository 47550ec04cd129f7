import type { AppOptions } from '#server/app-options.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';

/** What is told of every event of posts, also of those from before a kill: the one list. Nothing is, so far. */
export function durableListeners(_: Pick<AppOptions, 'config' | 'clock' | 'database'>): DurableListener[] {
  return [];
}
