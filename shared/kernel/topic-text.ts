import type { Topic } from './topic.ts';

// Separate from `topic.ts`: these are the parts that readers' pages need and the admin does not.

export const WHOLE_SITE: Topic = { kind: 'site', targetId: 0 };

/** Returns a topic as a form sends it: "site", "category:3". */
export function topicText({ kind, targetId }: Topic): string {
  return kind === 'site' ? kind : `${kind}:${targetId}`;
}

/** Reads the text that `topicText` writes; null for anything else. */
export function readTopic(text: string): Topic | null {
  if (text === 'site') return WHOLE_SITE;
  const [, kind, id] = /^(category|tag|author):([1-9]\d{0,14})$/.exec(text) ?? [];
  return kind === undefined ? null : { kind: kind as Topic['kind'], targetId: Number(id) };
}

/** Returns each topic once, in the order of first occurrence. */
export function eachTopicOnce<T extends Topic>(topics: readonly T[]): T[] {
  return [...new Map(topics.map((topic) => [topicText(topic), topic])).values()];
}
