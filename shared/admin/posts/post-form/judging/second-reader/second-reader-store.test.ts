import { expect, test } from 'vitest';
import type { ApiClient } from '#shared/api-client/client.ts';
import { estimateReading } from '#shared/contract/second-readings.ts';
import type { Timers } from '#shared/kernel/timers.ts';
import { readingPrice } from './reading-words.ts';
import { createSecondReaderStore } from './second-reader-store.ts';

// The purchase, and what a form finds when it is opened again, are tested in the browser and at the routes.

const foreseen = { costUsd: null, mostUsd: null, leftUsd: 0.25, tokens: 867, model: 'openrouter/auto' };
const reading = { findings: [], model: 'm', costUsd: 0.01, readAt: '2026-11-27T10:00:00.000Z', isCurrent: true };

/** Makes a server that answers, and a clock that rings, when the test tells them to. */
function openDesk() {
  const rings = new Set<() => void>();
  let answer = (_: unknown) => {};
  const api = {
    call: (endpoint: unknown) =>
      endpoint === estimateReading ? Promise.resolve(foreseen) : new Promise((resolve) => (answer = resolve)),
  } as unknown as ApiClient;
  const timers: Timers = {
    after(_milliseconds, run) {
      rings.add(run);
      return () => rings.delete(run);
    },
  };
  const kept = { keep: async () => {}, find: async () => null, drop: async () => {} };
  const desk = createSecondReaderStore({
    ...{ api, timers, kept: kept as never, clock: { now: () => 0 } as never },
    ...{ unique: () => 'key', place: () => 'place', body: () => ({}) as never, onRead() {}, onSignedOut() {} },
  });
  const ring = () => {
    for (const run of [...rings]) run();
  };
  return { desk, rings, ring, answer: () => answer({ reading }) };
}

test('a reading that takes long says that a busy provider is asked again, and no longer once it is there', async () => {
  const { desk, rings, ring, answer } = openDesk();
  await desk.look();
  const asking = desk.ask();
  await expect.poll(() => rings.size).toBe(1);
  expect(desk.getState()).toMatchObject({ kind: 'asking', how: 'reading' });
  ring();
  expect(desk.getState()).toMatchObject({ kind: 'asking', how: 'slow' });
  answer();
  await asking;
  expect(desk.getState()).toMatchObject({ kind: 'idle' });
  expect(rings.size).toBe(0);
});

test('one that was stopped is not told as slow', async () => {
  const { desk, rings, ring } = openDesk();
  await desk.look();
  void desk.ask();
  await expect.poll(() => rings.size).toBe(1);
  desk.stop();
  ring();
  expect(desk.getState()).toMatchObject({ kind: 'failed', message: 'Stopped.' });
});

test('without a price the words say that the cost is told afterwards', () => {
  expect(readingPrice(foreseen)).toBe(
    '867 tokens to read, and its cost is told afterwards · $0.25 left for this post · openrouter/auto',
  );
});
