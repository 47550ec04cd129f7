import type { DurableListener } from '#server/services/events/durable-listener.ts';

/** What is told of every event of posts, also of those from before a kill: the one list of them. Today nothing is. */
export const durableListeners: readonly DurableListener[] = [];
