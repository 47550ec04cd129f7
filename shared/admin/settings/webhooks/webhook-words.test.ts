import { expect, test } from 'vitest';
import { eventsText, readableBody, triesText, webhookState } from './webhook-words.ts';

const NOW = Date.parse('2026-01-01T12:00:00.000Z');
const at = (minutes: number) => new Date(NOW + minutes * 60_000).toISOString();

test('a webhook says how it is doing, the worst first', () => {
  const good = { isOn: true, secret: 'kept', lastState: 'delivered', waiting: 0 } as const;
  expect(webhookState(good).words).toBe('On');
  expect(webhookState({ ...good, waiting: 3 }).words).toBe('Sending');
  expect(webhookState({ ...good, lastState: 'waiting', waiting: 3 }).words).toBe('Not reached');
  expect(webhookState({ ...good, lastState: 'failed' }).words).toBe('Last message failed');
  expect(webhookState({ ...good, isOn: false, lastState: 'failed' }).words).toBe('Off');
  expect(webhookState({ ...good, isOn: false, secret: 'again' }).words).toBe('Needs a new secret');
});

test('a message says how often it was tried, and when it is next', () => {
  expect(triesText({ attempts: 0, triedAt: null, duration: null, dueAt: at(0) }, NOW)).toBe('It is sent now.');
  expect(triesText({ attempts: 1, triedAt: at(-2), duration: 40, dueAt: null }, NOW)).toBe(
    'Tried once 2 minutes ago, in 40 ms.',
  );
  expect(triesText({ attempts: 3, triedAt: at(-2), duration: 10_001, dueAt: at(10) }, NOW)).toBe(
    'Tried 3 times, last 2 minutes ago, in 10,001 ms. Next try in 10 minutes.',
  );
});

test('what it hears of is one sentence', () => {
  expect(eventsText({ events: ['written', 'went-live'], hearsDrafts: true })).toBe(
    'Told of posts: saved, went live, drafts too.',
  );
});

test('a body is laid out where it can be', () => {
  expect(readableBody('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(readableBody('{a')).toBe('{a');
});
