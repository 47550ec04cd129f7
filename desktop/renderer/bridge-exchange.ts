import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge, SyncState } from '#shared/contract/ipc.ts';

type ExchangeBridge = Pick<DesktopBridge, 'sync.now' | 'sync.adopt' | 'sync.answer-deletions'> & {
  on: Pick<DesktopBridge['on'], 'sync.state'>;
};

/** The exchange, which the main process runs: the state it has last sent. */
export function createBridgeExchange(bridge: ExchangeBridge, first: SyncState): AdminPorts['exchange'] {
  const listeners = new Set<() => void>();
  let state = first;
  bridge.on['sync.state']((next) => {
    state = next;
    for (const listener of listeners) listener();
  });
  return {
    state: () => state,
    onState(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    statusOf(id) {
      const { status, waiting } = state;
      // Of all documents the worst counts: one that waits makes none of the others wait.
      if (status === 'waiting' && !waiting.includes(id)) return 'on-the-server';
      return status;
    },
    syncNow: () => bridge['sync.now']({}),
    adoptSite: () => bridge['sync.adopt']({}),
    answerDeletions: (key, answer) => bridge['sync.answer-deletions']({ key, answer }),
  };
}
