import { AsyncLocalStorage } from 'node:async_hooks';
import type { HistoryOrigin } from '#shared/contract/history.ts';

/** Where a change comes from: a browser or the app, by the name of its device, an import, or the server by itself. */
export interface ChangeOrigin extends HistoryOrigin {
  /** The network whoever asked for it called from, as `clientNetwork` has it; absent where nobody called. */
  network?: string;
  /** Who has taken in what comes from there, where that is somebody else: the owner, of what a program has proposed. */
  by?: ChangeOrigin;
}

const origins = new AsyncLocalStorage<ChangeOrigin>();

/** What `run` changes, however deep below, comes from this origin. */
export function changingFrom<T>(origin: ChangeOrigin, run: () => T): T {
  return origins.run(origin, run);
}

/** Where what is changed now comes from; the server itself where nobody has said otherwise. */
export function changeOrigin(): ChangeOrigin {
  return origins.getStore() ?? { kind: 'server', device: '' };
}
