import { createTestTime, type TestTime } from '#shared/workspace/exchange/test-device.ts';

/** A clock and its timers that stand still until a test moves them. */
export function createTestClock(): TestTime {
  /** By then, everything that a timer has started has run as far as it can. */
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
  return createTestTime(settle);
}
