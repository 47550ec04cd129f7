import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/**
 * What is measured of the process: its memory, its event loop, its garbage. Once, however many apps run in it: the
 * library's observers cannot be taken back, and would keep an app that was closed and all it holds.
 */
export function processMetrics(): Registry {
  if (!registry) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry });
  }
  return registry;
}
