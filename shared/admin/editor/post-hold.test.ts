import { expect, test } from 'vitest';
import type { WindowLocks } from '../ports.ts';
import { waitForHold } from './post-hold.ts';
import { createTestClock } from './test-clock.ts';

function createLocks(): WindowLocks & { held: Set<string> } {
  const held = new Set<string>();
  return {
    held,
    async tryHold(name) {
      if (held.has(name)) return null;
      held.add(name);
      return { release: () => held.delete(name) };
    },
  };
}

test('a tab that waits takes the post when the other one lets go', async () => {
  const clock = createTestClock();
  const locks = createLocks();
  const other = await locks.tryHold('post');
  let release: (() => void) | null = null;
  waitForHold({ locks, timers: clock }, 'post', (free) => {
    release = free;
  });
  await clock.pass(10_000);
  expect(release).toBeNull();
  other?.release();
  await clock.pass(3000);
  expect(release).not.toBeNull();
  expect(locks.held.has('post')).toBe(true);
});

test('a tab that is closed while it waits holds nothing', async () => {
  const clock = createTestClock();
  const locks = createLocks();
  const other = await locks.tryHold('post');
  const stop = waitForHold({ locks, timers: clock }, 'post', () => {
    throw new Error('Held by a closed tab');
  });
  stop();
  other?.release();
  await clock.pass(10_000);
  expect(locks.held.size).toBe(0);
});

test('locks that fail are asked again', async () => {
  const clock = createTestClock();
  let asked = 0;
  const locks: WindowLocks = {
    async tryHold() {
      asked += 1;
      if (asked < 3) throw new Error('No locks');
      return { release: () => {} };
    },
  };
  let isHeld = false;
  waitForHold({ locks, timers: clock }, 'post', () => {
    isHeld = true;
  });
  await clock.pass(10_000);
  expect(isHeld).toBe(true);
});
