export const TOPIC_KINDS = ['site', 'category', 'tag', 'author'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** A thing that a person follows by e-mail. */
export interface Topic {
  kind: TopicKind;
  /** The row's id; 0 for the whole site. */
  targetId: number;
}

/** The most topics one person can follow. */
export const MOST_TOPICS = 100;
