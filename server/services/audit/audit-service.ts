import { setImmediate as turn } from 'node:timers/promises';
import type { Executor } from '#server/db/transaction.ts';
import {
  type AuditFilter,
  type AuditNote,
  forgetAudit,
  listAudit,
  noteInAudit,
} from '#server/repositories/history/audit.ts';
import type { Page, Paging } from '#server/repositories/paging.ts';
import type { AuditEntry } from '#shared/contract/audit.ts';
import { AUDIT_CLASSES } from '#shared/kernel/audit-events.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { createRefusedSums, type RefusedTry } from './refused-sums.ts';

/** Milliseconds for which an entry is kept. */
const RETENTION = 400 * 24 * 60 * 60 * 1000;
/** The largest number of entries of each class: a flood of one class does not push out entries of another. */
const MOST_STORED = 100_000;
/** The number of entries that are deleted in one transaction. */
const AT_ONCE = 500;
/** The number of entries on a page when the request names none. */
const DEFAULT_LIMIT = 50;

/** The log of what happened (docs/rules.md, "The log of what happened"): entries are added, and never changed. */
export interface AuditService {
  /**
   * Records an action directly after it. Also resolves when the entry could not be written, and reports that to the
   * server's log: a full disk keeps nobody from signing out. An action inside a transaction is recorded in that
   * transaction, by `noteInAudit`.
   */
  note(note: AuditNote): Promise<void>;
  /** Records a refused attempt: the first of a network and hour at once, the others as a sum. */
  refuse(given: RefusedTry): void;
  /** The newest entries first. Throws AppError `invalid_input` for a cursor that we have not issued. */
  list(request: AuditFilter & Paging): Promise<Page<AuditEntry>>;
  /** Deletes entries that are too old or too many, and writes the sums of past hours. */
  sweep(isStopped?: () => boolean): Promise<void>;
  /** Writes every sum. */
  close(): Promise<void>;
}

interface AuditOptions {
  db: Executor;
  clock: Clock;
  onError: (error: unknown) => void;
}

export function createAuditService({ db, clock, onError }: AuditOptions): AuditService {
  const sums = createRefusedSums();
  const writing = new Set<Promise<void>>();
  const note = async (given: AuditNote) => {
    try {
      await noteInAudit(db, given, clock.now());
    } catch (error) {
      onError(error);
    }
  };
  const write = (notes: readonly AuditNote[]) => {
    for (const given of notes) {
      const written = note(given).finally(() => writing.delete(written));
      writing.add(written);
    }
  };
  const settled = () => Promise.all(writing);

  return {
    note,
    refuse: (given) => write(sums.add(given, clock.now())),
    async list({ limit = DEFAULT_LIMIT, ...request }) {
      await settled();
      return listAudit(db, { ...request, limit });
    },
    async sweep(isStopped = () => false) {
      write(sums.past(clock.now()));
      await settled();
      const before = clock.now() - RETENTION;
      for (const is of AUDIT_CLASSES) {
        while (!isStopped() && (await forgetAudit(db, is, { before, most: MOST_STORED, atOnce: AT_ONCE })) === AT_ONCE)
          await turn();
      }
    },
    async close() {
      write(sums.all());
      await settled();
    },
  };
}
