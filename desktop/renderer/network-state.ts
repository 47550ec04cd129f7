import { createStore } from 'zustand/vanilla';
import type { ReadableStore } from '#shared/admin/ports.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';

/** Whether main can reach the server. */
export type NetworkState = ReadableStore<boolean>;

export function createNetworkState(on: Pick<DesktopBridge['on'], 'network.state'>, first: boolean): NetworkState {
  const store = createStore(() => first);
  on['network.state'](({ isOnline }) => store.setState(isOnline));
  return store;
}
