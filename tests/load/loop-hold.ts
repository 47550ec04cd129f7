import { getBytes } from './http-client.ts';
import type { ServerProcess } from './server-process.ts';

/** How often the server looks at its event loop, in milliseconds: prom-client's default. */
export const LOOKS_EVERY = 10;

/** Milliseconds the event loop may be held: by anything, and by the save of a post of more than 200,000 characters (decision 16). */
export const HOLD_BUDGET = { anything: 50, longText: 150 } as const;

/** Milliseconds the server's event loop was held at the longest since this was last asked, by its own `/metrics`. */
export async function longestHold({ address }: Pick<ServerProcess, 'address'>): Promise<number> {
  const { body } = await getBytes(`${address}/metrics`, 'identity');
  const seconds = /^nodejs_eventloop_lag_max_seconds ([\d.e+-]+)$/m.exec(body.toString())?.[1];
  if (seconds === undefined) throw new Error('/metrics does not tell the lag of the event loop');
  return Math.max(0, Number(seconds) * 1000 - LOOKS_EVERY);
}
