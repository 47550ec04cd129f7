import { setTimeout as wait } from 'node:timers/promises';
import { ACCEPT_ENCODING, createAgent, getBytes } from './http-client.ts';

export interface Timing {
  path: string;
  /** The milliseconds from the request to the last byte. */
  took: number;
}

export interface LoadOptions {
  /** The number of concurrent requests; 1 if absent. */
  connections?: number;
  /**
   * Whether a 503 ("too much to do", when the machine is overloaded) is waited out and the request repeated; an error
   * if absent.
   */
  isPatient?: boolean;
  /** Whether every request comes from a different reader's address, according to a proxy that the server trusts. */
  isManyReaders?: boolean;
  /** Called each time another thousand requests are answered. */
  onProgress?: (done: number) => void;
}

const PATIENCE = 120;

/**
 * Requests every path once, in order, `connections` at a time, each starting the next when one is answered.
 * @throws Error at an answer that is not 200.
 */
export async function timePaths(
  address: string,
  paths: readonly string[],
  { connections = 1, isPatient = false, isManyReaders = false, onProgress }: LoadOptions = {},
): Promise<Timing[]> {
  const agent = createAgent(connections);
  const timings: Timing[] = [];
  let next = 0;
  const ask = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      const started = performance.now();
      const reader = isManyReaders ? readerAddress(next) : undefined;
      let { status } = await getBytes(address + path, ACCEPT_ENCODING, agent, reader);
      for (let tries = 0; isPatient && status === 503 && tries < PATIENCE; tries += 1) {
        await wait(500);
        ({ status } = await getBytes(address + path, ACCEPT_ENCODING, agent, reader));
      }
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      timings.push({ path, took: performance.now() - started });
      if (timings.length % 1000 === 0) onProgress?.(timings.length);
    }
  };
  await Promise.all(Array.from({ length: connections }, ask));
  agent.destroy();
  return timings;
}

/**
 * Returns an address of 10.0.0.0/8, a different one for each number, because the server limits the requests of one
 * network.
 */
function readerAddress(number: number): string {
  return `10.${(number >> 8) & 255}.${number & 255}.1`;
}

/** Returns the numbers 0 to `count` - 1 in an order that is always the same and has no pattern. */
export function shuffled(count: number, random: () => number): number[] {
  const numbers = Array.from({ length: count }, (_, number) => number);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] ?? 0, numbers[last] ?? 0];
  }
  return numbers;
}
