export const TOPIC_KINDS = ['site', 'category', 'tag', 'author'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** What somebody follows by e-mail. */
export interface Topic {
  kind: TopicKind;
  /** The row's id; 0 for the whole site. */
  targetId: number;
}

export const WHOLE_SITE: Topic = { kind: 'site', targetId: 0 };

/** Topics one person can follow. */
export const MOST_TOPICS = 100;

/** A topic as a form sends it: "site", "category:3". */
export function topicText({ kind, targetId }: Topic): string {
  return kind === 'site' ? kind : `${kind}:${targetId}`;
}

/** Reads what `topicText` writes; null for anything else. */
export function readTopic(text: string): Topic | null {
  if (text === 'site') return WHOLE_SITE;
  const [, kind, id] = /^(category|tag|author):([1-9]\d{0,14})$/.exec(text) ?? [];
  return kind === undefined ? null : { kind: kind as TopicKind, targetId: Number(id) };
}

/** Each topic once, in the order in which it first comes. */
export function eachTopicOnce(topics: readonly Topic[]): Topic[] {
  return [...new Map(topics.map((topic) => [topicText(topic), topic])).values()];
}
