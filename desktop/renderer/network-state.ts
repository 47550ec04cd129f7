import type { DesktopBridge } from '#shared/contract/ipc.ts';

/** Whether main reaches the server. */
export interface NetworkState {
  isOnline(): boolean;
  onChange(listener: () => void): () => void;
}

export function createNetworkState(on: Pick<DesktopBridge['on'], 'network.state'>, first: boolean): NetworkState {
  const listeners = new Set<() => void>();
  let isOnline = first;
  on['network.state']((next) => {
    if (next.isOnline === isOnline) return;
    isOnline = next.isOnline;
    for (const listener of listeners) listener();
  });
  return {
    isOnline: () => isOnline,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
