import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '#server/paths.ts';
import { getBytes } from './http-client.ts';
import type { Hold } from './loop-probe.ts';
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

/** The environment with which a Node process writes the longest hold of each second into a file (`loop-probe.ts`). */
export function loopProbe(file: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${path.join(projectRoot(), 'tests', 'load', 'loop-probe.ts')}`,
    LOOP_PROBE_FILE: file,
  };
}

/** Returns what the probe has written so far. */
export function readHolds(file: string): Hold[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
  return lines.map((line) => {
    const [held = 0, computed = 0, system = 0, collected = 0] = line.split(' ').map(Number);
    return { held, computed, system, collected };
  });
}

/**
 * Returns a function that waits for the end of the probe's current second, and resolves with the longest hold since its
 * last call, in milliseconds.
 */
export function followHolds(file: string): () => Promise<number> {
  let read = 0;
  return async () => {
    const written = readHolds(file).length;
    while (readHolds(file).length === written) await wait(20);
    const holds = readHolds(file).slice(read);
    read += holds.length;
    return Math.max(...holds.map(({ held }) => held));
  };
}
