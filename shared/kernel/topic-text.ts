import type { Topic } from './topic.ts';

// Apart from `topic.ts`: what readers' pages need of it, which the admin does not.

export const WHOLE_SITE: Topic = { kind: 'site', targetId: 0 };

/** A topic as a form sends it: "site", "category:3". */
export function topicText({ kind, targetId }: Topic): string {
  return kind === 'site' ? kind : `${kind}:${targetId}`;
}

/** Reads what `topicText` writes; null for anything else. */
export function readTopic(text: string): Topic | null {
  if (text === 'site') return WHOLE_SITE;
  const [, kind, id] = /^(category|tag|author):([1-9]\d{0,14})$/.exec(text) ?? [];
  return kind === undefined ? null : { kind: kind as Topic['kind'], targetId: Number(id) };
}

/** Each topic once, in the order in which it first comes. */
export function eachTopicOnce<T extends Topic>(topics: readonly T[]): T[] {
  return [...new Map(topics.map((topic) => [topicText(topic), topic])).values()];
}
