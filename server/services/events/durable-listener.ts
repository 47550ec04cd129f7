import type { PostEvent } from '#server/repositories/posts/post-events.ts';

/**
 * A listener that must receive every event of posts, also the events from before a kill. Its cursor in the database
 * advances when the listener has handled a list of events.
 */
export interface DurableListener {
  /**
   * The permanent name of the cursor: under another name it would be a new listener, which receives no earlier events.
   */
  name: string;
  /**
   * Whether the listener sends to the outside. If so, it does not receive events from an import or a restored backup,
   * because they are not news.
   */
  isOutside: boolean;
  /**
   * Handles events in their order; the events of one action on many posts come in one list. Each event comes at least
   * once: after a kill the same list comes again, so an event whose `id` was already handled has to be discarded. When
   * this rejects, the list comes again later, with {@link NotNow} not before the time that it names. `signal` is
   * aborted when the server stops.
   */
  handle(events: readonly PostEvent[], signal: AbortSignal): Promise<void>;
}

/** Thrown by a listener that was asked to wait. */
export class NotNow extends Error {
  /** The pause in milliseconds. */
  readonly after: number;

  constructor(message: string, after: number) {
    super(message);
    this.name = 'NotNow';
    this.after = after;
  }
}
