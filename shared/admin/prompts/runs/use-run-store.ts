import type { AdminPorts } from '../../ports.ts';
import { usePorts } from '../../ports-context.tsx';
import { createRunStore } from './run-store.ts';
import type { RunStore } from './run-state.ts';

const stores = new WeakMap<AdminPorts, RunStore>();

/** The window's run store: made with its first use, alive as long as the page, whichever tab is shown. */
function runStoreOf(ports: AdminPorts): RunStore {
  const known = stores.get(ports);
  if (known) return known;
  const store = createRunStore(ports);
  stores.set(ports, store);
  return store;
}

export function useRunStore(): RunStore {
  return runStoreOf(usePorts());
}
