import type { Executor } from '#server/db/transaction.ts';
import {
  type FoundEntry,
  findEntry,
  type HistoryFilter,
  lastEntry,
  lastEntryOf,
  listEntries,
  wasEntry,
} from '#server/repositories/history/history.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import type { AnswerOf } from '#shared/contract/endpoint.ts';
import type { HistoryEntry, HistoryKind, historyLosses, restoreHistory } from '#shared/contract/history.ts';
import { BIN_KEEPS } from '#shared/kernel/bin.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { createRestorers, type RestoringServices } from './restorers.ts';

export interface HistoryService {
  /** The deletions, replacements and restorations of the last 30 days, the newest first. */
  list(request: HistoryFilter & Paging): Promise<Page<HistoryEntry>>;
  /**
   * Restores the object of an entry. Throws AppError `not_found`, `history_gone` for an object that is no longer
   * stored, `history_conflict` for one that conflicts with the current state, and the errors of the services of its
   * kind.
   */
  restore(id: number): Promise<AnswerOf<typeof restoreHistory>>;
}

interface HistoryOptions {
  db: Executor;
  clock: Clock;
  services: RestoringServices;
}

export function createHistoryService({ db, clock, services }: HistoryOptions): HistoryService {
  const since = () => clock.now() - BIN_KEEPS;
  const restorers = createRestorers({ db, clock, services });

  const found = async (id: number): Promise<FoundEntry & { kind: HistoryKind }> => {
    const entry = await findEntry(db, id, since());
    if (!entry) throw new AppError((await wasEntry(db, id)) ? 'history_gone' : 'not_found');
    const { kind, lost } = entry;
    if (kind === null || lost !== null) throw new AppError('history_gone', { message: LOSSES[lost ?? 'unreadable'] });
    return { ...entry, kind };
  };

  return {
    list: (request) => listEntries(db, since(), request),
    async restore(id) {
      const entry = await found(id);
      const before = await lastEntry(db);
      await restorers[entry.kind](entry);
      const made = await lastEntryOf(db, entry, before);
      return { undo: made?.id ?? null };
    },
  };
}

const LOSSES: Record<(typeof historyLosses)[number], string> = {
  'too-large': 'This was larger than what is kept, so that it cannot be restored.',
  'for-good': 'This was deleted for good, so that it cannot be restored.',
  unreadable: 'What was kept of this cannot be read. Nothing was changed.',
};
