import type { Clock } from '#shared/kernel/clock.ts';
import { createExchange, type ExchangeApi } from '#shared/workspace/exchange.ts';
import { uniqueId } from '#shared/workspace/unique-id.ts';
import type { Log } from '../log.ts';
import type { SendEvent } from '../servers/desktop.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { createNoExchange, createNoStore } from './no-store.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

export { exportWorkspace } from './export-workspace.ts';
export { asleep } from './no-store.ts';
export type { Workspace } from './workspace.ts';

export interface OpenWorkspaceOptions {
  file: string;
  api: ExchangeApi;
  clock: Clock;
  log: Log;
  send: SendEvent;
}

const timers = {
  after(milliseconds: number, run: () => void) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/**
 * Opens the local database of a server and begins the exchange. Never throws: where it cannot be opened, nothing is
 * kept, every write says so, and `notice` says why.
 */
export function openWorkspace(options: OpenWorkspaceOptions): { workspace: Workspace; notice: string | null } {
  const { file, api, clock, log, send } = options;
  try {
    const { store, notice } = openSqliteStore({ file, clock, uniqueId });
    if (notice) log.warn(notice);
    const exchange = createExchange({
      store,
      api,
      clock,
      timers,
      random: Math.random,
      uniqueId,
      report: (problem) => log.warn('The exchange goes on after a problem', problem),
    });
    return { workspace: createWorkspace({ store, exchange, send, log }), notice };
  } catch (error) {
    log.error('The local database cannot be opened', error);
    const workspace = createWorkspace({ store: createNoStore(error), exchange: createNoExchange(), send, log });
    return { workspace, notice: wordsFor(error) };
  }
}

function wordsFor(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The local database cannot be opened, so nothing can be kept on this computer: ${why}`;
}
