import type { Clock } from '#shared/kernel/clock.ts';
import { systemTimers } from '#shared/kernel/timers.ts';
import { uniqueId } from '#shared/workspace/document-ids.ts';
import { createExchange, type ExchangeApi } from '#shared/workspace/exchange/exchange.ts';
import type { SendEvent } from '../ipc/send-event.ts';
import type { Log } from '../log.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite-store.ts';
import { createWorkspace, type Workspace, type WorkspaceOptions } from './local-workspace.ts';
import { createReopeningStore } from './reopening-store.ts';

export { countWaitingPosts } from './count-waiting.ts';
export type { Workspace } from './local-workspace.ts';

interface OpenWorkspaceOptions {
  file: string;
  api: ExchangeApi;
  clock: Clock;
  log: Log;
  send: SendEvent;
  onChanged: WorkspaceOptions['onChanged'];
}

interface OpenedWorkspace {
  workspace: Workspace;
  /** Returns the current notice for the owner about the local database; null when all is well. */
  notice(): string | null;
  /** Returns a damaged database that was set aside; null when there is none. */
  damagedFile(): string | null;
}

/**
 * Opens the local database of a server and begins the exchange. Never throws: when the database cannot be opened, every
 * write reports that it is not stored, and tries to open the database again.
 */
export function openWorkspace({ file, api, clock, log, send, onChanged }: OpenWorkspaceOptions): OpenedWorkspace {
  let notice: string | null = null;
  let damagedFile: string | null = null;
  function open(): SqliteStore {
    try {
      const opened = openSqliteStore({ file, clock, uniqueId });
      notice = opened.notice;
      damagedFile = opened.damaged?.file ?? null;
      if (opened.damaged) log.warn(`${notice} (${opened.damaged.file}: ${opened.damaged.how})`);
      return opened.store;
    } catch (error) {
      const words = wordsFor(error);
      // Reported once: each further try would report the same.
      if (notice !== words) log.error('The local database cannot be opened', error);
      notice = words;
      throw error;
    }
  }
  const store = openNowOrLater(open, clock);
  const exchange = createExchange({
    store,
    api,
    clock,
    timers: systemTimers,
    random: Math.random,
    uniqueId,
    report: (problem) => log.warn('The exchange goes on after a problem', problem),
  });
  return {
    workspace: createWorkspace({ store, exchange, send, onChanged, log }),
    notice: () => notice,
    damagedFile: () => damagedFile,
  };
}

function openNowOrLater(open: () => SqliteStore, clock: Clock): SqliteStore {
  try {
    return open();
  } catch (cause) {
    return createReopeningStore({ open, cause, clock });
  }
}

function wordsFor(error: unknown): string {
  const why = error instanceof Error ? error.message : String(error);
  return `The file in which this computer keeps your documents cannot be opened, so nothing can be kept here: ${why}`;
}

/**
 * Does the same as `exportWorkspace` of `export-workspace.ts`, whose code is loaded with the first archive, because no
 * start needs it.
 */
export async function exportWorkspace(...args: Parameters<ExportWorkspace>): ReturnType<ExportWorkspace> {
  const { exportWorkspace: write } = await import('./export-workspace.ts');
  return write(...args);
}
type ExportWorkspace = typeof import('./export-workspace.ts').exportWorkspace;
