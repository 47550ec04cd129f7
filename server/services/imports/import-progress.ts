import { performance } from 'node:perf_hooks';
import type { Executor } from '#server/db/transaction.ts';
import { updateImport } from '#server/repositories/imports/imports.ts';
import type { ImportPhase, ImportProgress } from '#shared/contract/imports.ts';

/** Milliseconds between two records of the progress of an import. */
const EVERY = 400;

export interface ProgressNotes {
  /** Begins another phase of the work. */
  begin(phase: ImportPhase, total: number): Promise<void>;
  /** Records the number of finished items of the phase. */
  done(count: number): Promise<void>;
}

/** Records the progress of an import, so that every window and process can read it; `told` is called at each step. */
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
