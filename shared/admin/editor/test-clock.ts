import { createTestTime, type TestTime } from '#shared/workspace/test-device.ts';

/** A clock and its timers that stand still until a test moves them. */
export function createTestClock(): TestTime {
  /** What a timer set going has done what it can by then. */
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return createTestTime(settle);
}
