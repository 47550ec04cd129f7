import type { AppOptions } from '#server/app-options.ts';
import type { DurableListener } from '#server/services/events/durable-listener.ts';

/**
 * The one list of the listeners that are told of every event of posts, also of those from before a kill. It is empty so
 * far.
 */
export function durableListeners(_: Pick<AppOptions, 'config' | 'clock' | 'database'>): DurableListener[] {
  return [];
}
