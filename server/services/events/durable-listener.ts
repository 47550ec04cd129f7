import type { PostEvent } from '#server/repositories/posts/post-events.ts';

/**
 * Something that must hear of every event of posts, also of those from before a kill. It has a cursor in the database,
 * which moves on when it has taken a list of events in.
 */
export interface DurableListener {
  /** The name of its cursor, for good: under another name it would be a new listener, told of nothing that was before. */
  name: string;
  /** One that speaks to the outside is not told what an import or a backup put back has brought: that is no news. */
  isOutside: boolean;
  /**
   * Takes events in, in their order; what one action has done to many posts comes in one list. Each event comes at least
   * once: after a kill the same list comes again, so whatever `id` was taken in before is to be dropped. When it rejects,
   * the list comes again later, with {@link NotNow} not before the time it names. `signal` says that the server stops.
   */
  handle(events: readonly PostEvent[], signal: AbortSignal): Promise<void>;
}

/** Thrown by a listener that was asked to wait. */
export class NotNow extends Error {
  /** Milliseconds. */
  readonly after: number;

  constructor(message: string, after: number) {
    super(message);
    this.name = 'NotNow';
    this.after = after;
  }
}
