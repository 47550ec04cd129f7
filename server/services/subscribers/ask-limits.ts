import { createSpanCounts } from '#server/services/minute-counts.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

const HOUR = 60 * 60_000;
/** An office behind one address comes to this; a program that tries to have letters sent does not get further. */
export const ASKS_OF_A_NETWORK = 20;
export const ASKS_OF_ALL = 300;
const ALL = 'everybody';

/** Counts who asks for letters, before anything is looked up. Throws AppError `rate_limited`. */
export function createAskLimits(clock: Clock): (network: string) => void {
  const networks = createSpanCounts(clock, HOUR);
  const all = createSpanCounts(clock, HOUR);
  return (network) => {
    // One network alone cannot use up what is everybody's.
    if (networks.add(network) > ASKS_OF_A_NETWORK || all.add(ALL) > ASKS_OF_ALL) {
      throw new AppError('rate_limited', { message: 'Too many subscriptions for now. Please try again in an hour.' });
    }
  };
}
