import type { TopicChoice } from '../../topic-label.ts';

/** A topic that can be followed, and whether it is followed. */
export interface OfferedTopic extends TopicChoice {
  isFollowed: boolean;
}

/** The action just completed, on the page of a subscriber. */
export type DoneNow = 'confirmed' | 'saved';

/**
 * The answer to a reader who follows by e-mail, or wants to (docs/rules.md, "Subscribing"). The only e-mail address in
 * it is one just typed.
 */
export type SubscriptionView =
  | { kind: 'asked' }
  /** Something typed was not valid. `chosen` are the values of topics. */
  | { kind: 'refused'; message: string; email: string; topics: readonly TopicChoice[]; chosen: readonly string[] }
  /** The subscription that a press would confirm. `path` is the address to which the form is sent. */
  | { kind: 'confirm'; path: string; topics: readonly TopicChoice[] }
  | { kind: 'unknown' }
  | { kind: 'preferences'; path: string; topics: readonly OfferedTopic[]; done: DoneNow | null }
  /** The subscription has ended, just now or before. */
  | { kind: 'ended'; path: string }
  | { kind: 'unsubscribe'; path: string }
  | { kind: 'erased' };
