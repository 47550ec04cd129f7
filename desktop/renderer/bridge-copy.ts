import { createStore } from 'zustand/vanilla';
import type { AdminPorts } from '#shared/admin/ports.ts';
import type { CopyState } from '#shared/contract/copy-state.ts';
import type { DesktopBridge } from '#shared/contract/ipc.ts';

type CopyBridge = Pick<DesktopBridge, 'copy.state' | 'copy.set-limit' | 'copy.answer-deletions' | 'drafts.find'> & {
  on: Pick<DesktopBridge['on'], 'copy.state'>;
};

/** The copy of the site, which the main process keeps: the state it has last sent. */
export function createBridgeCopy(bridge: CopyBridge): NonNullable<AdminPorts['copy']> {
  const state = createStore<CopyState | null>(() => null);
  bridge.on['copy.state']((next) => state.setState(next, true));
  // What was sent meanwhile is newer.
  void bridge['copy.state']({}).then((first) => {
    if (state.getState() === null) state.setState(first, true);
  });
  return {
    state,
    setLimit: (bytes) => bridge['copy.set-limit']({ bytes }),
    answerDeletions: (key, answer) => bridge['copy.answer-deletions']({ key, answer }),
    findDrafts: (q) => bridge['drafts.find']({ q: q.slice(0, 500) }),
  };
}
