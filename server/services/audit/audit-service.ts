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

/** How long an entry is kept. */
const RETENTION = 400 * 24 * 60 * 60 * 1000;
/** Entries of each class that are kept at the most: a flood of one pushes out none of another. */
const MOST_STORED = 100_000;
/** Entries forgotten in one transaction. */
const AT_ONCE = 500;
/** Entries of a page whose size is not said. */
const DEFAULT_LIMIT = 50;

/** The log of what happened (docs/rules.md, "The log of what happened"): it is added to, and nothing of it is changed. */
export interface AuditService {
  /**
   * Notes what was done, right after it. Resolves also where it could not be noted, which is told to the server's log: a
   * full disk keeps nobody from signing out. What is done in a transaction is noted in it, by `noteInAudit`.
   */
  note(note: AuditNote): Promise<void>;
  /** Notes a try that was refused: the first of a network and hour at once, the others as a sum. */
  refuse(given: RefusedTry): void;
  /** The last first. Throws AppError `invalid_input` for a cursor we have not given. */
  list(request: AuditFilter & Paging): Promise<Page<AuditEntry>>;
  /** Forgets what is too old, or too much, and writes the sums of hours that are over. */
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
