import { expect, test } from 'vitest';
import type { Topic } from './topic.ts';
import { eachTopicOnce, readTopic, topicText, WHOLE_SITE } from './topic-text.ts';

test.each<[string, Topic]>([
  ['site', WHOLE_SITE],
  ['category:3', { kind: 'category', targetId: 3 }],
  ['tag:12', { kind: 'tag', targetId: 12 }],
  ['author:1', { kind: 'author', targetId: 1 }],
])('%s is a topic, and is written so again', (text, topic) => {
  expect(readTopic(text)).toEqual(topic);
  expect(topicText(topic)).toBe(text);
});

test.each([
  '',
  'site:1',
  'category',
  'category:0',
  'category:-1',
  'category:1.5',
  'category:1e3',
  'post:1',
  'tag: 1',
  `tag:${'9'.repeat(20)}`,
])('%j is none', (text) => {
  expect(readTopic(text)).toBeNull();
});

test('a topic that is named twice is followed once', () => {
  const tea: Topic = { kind: 'tag', targetId: 1 };
  expect(eachTopicOnce([tea, WHOLE_SITE, { ...tea }])).toEqual([tea, WHOLE_SITE]);
});
