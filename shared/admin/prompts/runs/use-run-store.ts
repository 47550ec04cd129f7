import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { createRunStore, type RunStore } from './run-store.ts';

const stores = new WeakMap<AdminPorts, RunStore>();

/** Returns the window's run store: made at its first use, alive as long as the page, whichever tab is shown. */
export function useRunStore(): RunStore {
  const ports = usePorts();
  const known = stores.get(ports);
  if (known) return known;
  const store = createRunStore(ports);
  stores.set(ports, store);
  return store;
}
