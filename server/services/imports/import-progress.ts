import { performance } from 'node:perf_hooks';
import type { Executor } from '#server/db/transaction.ts';
import { updateImport } from '#server/repositories/imports/imports.ts';
import type { ImportPhase, ImportProgress } from '#shared/contract/imports.ts';

/** Milliseconds between two notes of how far an import is. */
const EVERY = 400;

export interface ProgressNotes {
  /** Another part of the work begins. */
  begin(phase: ImportPhase, total: number): Promise<void>;
  /** So much of it is done. */
  done(count: number): Promise<void>;
}

/** Notes how far an import is, so that every window and process can read it; `told` hears of each step. */
export function createProgressNotes(
  db: Executor,
  importId: number,
  told: (progress: ImportProgress) => void = () => undefined,
): ProgressNotes {
  let now: ImportProgress = { phase: 'reading', done: 0, total: 0 };
  let notedAt = 0;
  const note = async () => {
    notedAt = performance.now();
    await updateImport(db, importId, { progress: JSON.stringify(now) });
  };
  return {
    async begin(phase, total) {
      now = { phase, done: 0, total };
      told(now);
      await note();
    },
    async done(count) {
      now = { ...now, done: count, total: Math.max(now.total, count) };
      told(now);
      if (performance.now() - notedAt >= EVERY) await note();
    },
  };
}
