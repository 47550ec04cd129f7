import { getBytes } from './http-client.ts';
import type { ServerProcess } from './server-process.ts';

/** The interval, in milliseconds, at which the server samples its event loop: prom-client's default. */
export const LOOKS_EVERY = 10;

/**
 * The milliseconds for which the event loop may be held: by anything, and by the save of a post of more than 200,000
 * characters (decision 16).
 */
export const HOLD_BUDGET = { anything: 50, longText: 150 } as const;

/**
 * Returns the longest time, in milliseconds, for which the server's event loop was held since the last request for it,
 * according to its own `/metrics`.
 */
export async function longestHold({ address }: Pick<ServerProcess, 'address'>): Promise<number> {
  const { body } = await getBytes(`${address}/metrics`, 'identity');
  const seconds = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(body.toString())?.[1];
  if (seconds === undefined) throw new Error('/metrics does not tell the lag of the event loop');
  return Math.max(0, Number(seconds) * 1000 - LOOKS_EVERY);
}
