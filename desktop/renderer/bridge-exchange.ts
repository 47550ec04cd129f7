import { createStore } from 'zustand/vanilla';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';
import type { ExchangeState } from '#shared/contract/workspace.ts';

type ExchangeBridge = Pick<DesktopBridge, 'sync.now' | 'sync.adopt' | 'sync.answer-deletions'> & {
  on: Pick<DesktopBridge['on'], 'sync.state'>;
};

/** The exchange, which the main process runs: the state it has last sent. */
export function createBridgeExchange(bridge: ExchangeBridge, first: ExchangeState): AdminPorts['exchange'] {
  const state = createStore<ExchangeState>(() => first);
  bridge.on['sync.state']((next) => state.setState(next, true));
  return {
    state,
    statusOf(id) {
      const { status, waiting } = state.getState();
      // Of all documents the worst counts: one that waits makes none of the others wait.
      if (status === 'waiting' && !waiting.includes(id)) return 'on-the-server';
      return status;
    },
    syncNow: () => bridge['sync.now']({}),
    adoptSite: () => bridge['sync.adopt']({}),
    answerDeletions: (key, answer) => bridge['sync.answer-deletions']({ key, answer }),
  };
}
