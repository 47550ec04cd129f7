import { AsyncLocalStorage } from 'node:async_hooks';
import type { HistoryOrigin } from '#shared/contract/history.ts';

/** The origin of a change: a browser or the app, by the name of its device; an import; or the server itself. */
export interface ChangeOrigin extends HistoryOrigin {
  /** The network from which the change was requested, as `clientNetwork` gives it; absent when nobody made a call. */
  network?: string;
  /**
   * The origin that has accepted the change, when it is another one: the owner, for a change that a program has
   * proposed.
   */
  by?: ChangeOrigin;
}

const origins = new AsyncLocalStorage<ChangeOrigin>();

/** Runs a function: all changes it makes, however deep below, have this origin. */
export function changingFrom<T>(origin: ChangeOrigin, run: () => T): T {
  return origins.run(origin, run);
}

/** Returns the origin of changes made now; the server itself when none was set. */
export function changeOrigin(): ChangeOrigin {
  return origins.getStore() ?? { kind: 'server', device: '' };
}
