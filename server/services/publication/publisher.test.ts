import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createTestTimers, type TestTimers } from '#server/adapters/ai/test-timers.ts';
import type { DueWatch } from './due-watch.ts';
import type { PublishedManifest } from './manifest.ts';
import { OtherWriter } from './manifest-keeper.ts';
import { createPublisher, type Publisher } from './publisher.ts';

const NOW = Date.UTC(2025, 5, 1, 12);

let now: number;
let timers: TestTimers;
/** The times at which publications began, in milliseconds since NOW. */
let begun: number[];
/** The outcome of the next publications: each is made at once, unless this fails or waits. */
let outcome: () => Promise<void>;
let isOtherDue: boolean;
let errors: unknown[];
let sweeps: number;
let publisher: Publisher;

const manifest = (number: number): PublishedManifest => {
  const sha256 = 'a'.repeat(64);
  const database = { key: `published/db-${sha256}.sqlite.zst`, sha256, bytes: 10, plainBytes: 100 };
  const madeAt = new Date(now).toISOString();
  return {
    ...{ format: 1, siteId: 's', number, writer: 'w', restoredAt: 0, madeAt, migration: 36, program: '1' },
    ...{ database, due: null },
  };
};
const due: DueWatch = {
  async take() {
    begun.push(now - NOW);
    return 0;
  },
  isOther: async () => isOtherDue,
};
/** Lets time pass for the clock and the timers. */
const pass = (milliseconds: number) => {
  now += milliseconds;
  timers.advance(milliseconds);
};
const state = () => publisher.status().state;
const settled = (wanted = 'current') => expect.poll(state).toBe(wanted);

beforeEach(() => {
  now = NOW;
  timers = createTestTimers();
  begun = [];
  errors = [];
  sweeps = 0;
  isOtherDue = false;
  outcome = async () => undefined;
  publisher = createPublisher({
    publications: {
      async publish() {
        await outcome();
        return manifest(begun.length);
      },
      sweep: async () => {
        sweeps += 1;
      },
    },
    due,
    timers,
    clock: { now: () => now },
    onPublished: () => undefined,
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => publisher.close());
});

test('what is there at the start is published, and each change two seconds after it', async () => {
  publisher.start();
  expect(state()).toBe('waiting');
  pass(2000);
  await settled();
  expect(publisher.status().last).toMatchObject({ number: 1, bytes: 10, plainBytes: 100, due: 0 });
  pass(30_000);
  publisher.changed();
  pass(1999);
  expect(begun).toEqual([2000]);
  pass(1);
  await settled();
  expect(begun).toEqual([2000, 34_000]);
});

test('changes that follow one another are published together, ten seconds after the first at the latest', async () => {
  for (let count = 0; count < 20; count += 1) {
    publisher.changed();
    pass(1000);
  }
  expect(begun).toEqual([10_000]);
});

test('what changes while a publication is made is published after it', async () => {
  const first = Promise.withResolvers<void>();
  outcome = () => first.promise;
  publisher.changed();
  pass(2000);
  publisher.changed();
  pass(60_000);
  expect(begun).toEqual([2000]);
  outcome = async () => undefined;
  first.resolve();
  await expect.poll(() => timers.waiting()).toContain(0);
  pass(0);
  await settled();
  expect(begun).toHaveLength(2);
});

describe('one that fails', () => {
  test('is tried again after longer and longer waits, ten minutes at the most, and a change makes it no sooner', async () => {
    outcome = () => Promise.reject(new Error('The store does not answer'));
    publisher.changed();
    pass(2000);
    for (const wait of [1000, 2000, 4000, 8000]) {
      await settled('failing');
      await expect.poll(() => timers.waiting()).toEqual([wait]);
      publisher.changed();
      expect(timers.waiting()).toEqual([wait]);
      pass(wait);
    }
    for (let tries = 0; tries < 12; tries += 1) {
      await settled('failing');
      await expect.poll(() => timers.waiting()).toHaveLength(1);
      pass(600_000);
    }
    await settled('failing');
    expect(Math.max(...timers.waiting())).toBe(600_000);
    const since = new Date(NOW + 2000).toISOString();
    expect(publisher.status().failure).toEqual({ since, message: 'The store does not answer' });
    outcome = async () => undefined;
    pass(600_000);
    await settled();
    expect(publisher.status().failure).toBeNull();
  });

  test('because another server publishes is not tried again', async () => {
    outcome = () => Promise.reject(new OtherWriter('Another server'));
    publisher.changed();
    pass(2000);
    await settled('stopped');
    publisher.changed();
    pass(3_600_000);
    expect(begun).toHaveLength(1);
    expect(errors).toHaveLength(1);
    expect(publisher.status().failure?.message).toBe('Another server');
  });
});

test('each minute it is looked for posts that have come to be due, and for files that nobody needs', async () => {
  publisher.start();
  pass(2000);
  await settled();
  pass(58_000);
  await expect.poll(() => sweeps).toBe(1);
  await expect.poll(() => timers.waiting()).toEqual([60_000]);
  isOtherDue = true;
  pass(60_000);
  await settled('waiting');
  await expect.poll(() => timers.waiting()).toContain(60_000);
  isOtherDue = false;
  pass(2000);
  await settled();
  expect(begun).toHaveLength(2);
});

test('a draft that was saved is published to nobody, and one that is due now is', async () => {
  publisher.start();
  pass(2000);
  await settled();
  publisher.mayBeDue();
  await expect.poll(() => timers.waiting()).toEqual([58_000]);
  isOtherDue = true;
  publisher.mayBeDue();
  await settled('waiting');
});

test('a clock that was put back does not put off what waits', async () => {
  publisher.changed();
  now -= 24 * 3_600_000;
  publisher.changed();
  timers.advance(2000);
  await settled();
});

test('one that is being made ends with the server', async () => {
  let signal: AbortSignal | undefined;
  const ending = createPublisher({
    publications: {
      publish: (_now, given) =>
        new Promise((_resolve, reject) => {
          signal = given;
          given.addEventListener('abort', () => reject(given.reason));
        }),
      sweep: async () => undefined,
    },
    ...{ due, timers, clock: { now: () => now } },
    onPublished: () => undefined,
    onError: (error) => errors.push(error),
  });
  ending.changed();
  pass(2000);
  await expect.poll(() => signal).toBeDefined();
  await ending.close();
  ending.changed();
  expect([errors, timers.waiting()]).toEqual([[], []]);
});
