import type { TopicChoice } from '../../topic-label.ts';

/** A topic that can be followed, and whether it is. */
export interface OfferedTopic extends TopicChoice {
  isFollowed: boolean;
}

/** What was done just now, on the page of a subscriber. */
export type DoneNow = 'confirmed' | 'saved';

/** What somebody is answered who follows by e-mail, or wants to (docs/rules.md, "Subscribing"). No address is in it but one just typed. */
export type SubscriptionView =
  | { kind: 'asked' }
  /** Something typed was not valid. `chosen` are the values of topics. */
  | { kind: 'refused'; message: string; email: string; topics: readonly TopicChoice[]; chosen: readonly string[] }
  /** What a press would confirm. `path` is where the form is sent. */
  | { kind: 'confirm'; path: string; topics: readonly TopicChoice[] }
  | { kind: 'unknown' }
  | { kind: 'preferences'; path: string; topics: readonly OfferedTopic[]; done: DoneNow | null }
  /** Has ended, just now or before. */
  | { kind: 'ended'; path: string }
  | { kind: 'unsubscribe'; path: string }
  | { kind: 'erased' };
