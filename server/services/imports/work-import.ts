import { rm } from 'node:fs/promises';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import { listCategories } from '#server/repositories/categories.ts';
import { findImport, type ImportRow, updateImport } from '#server/repositories/imports/imports.ts';
import { ImportFault } from '#shared/content/front-matter/import-fault.ts';
import { importOptions } from '#shared/contract/imports.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import type { ImportReport } from '../import/import-report.ts';
import type { ImportSource } from '../import/import-source.ts';
import type { ImportParts } from './import-parts.ts';
import { createProgressNotes } from './import-progress.ts';
import { planImport } from './plan-import.ts';
import { type RunOptions, runImport } from './run-import.ts';
import { undoImport } from './undo-import.ts';

/** The stored options: the command also stores the text of its map. */
const storedOptions = importOptions.extend({ map: z.string().optional() });

/** Functions of the command that are called during the work. */
export interface WorkListeners extends Pick<RunOptions, 'onPost'> {
  /** Called with the outcomes of the posts, when all are imported. */
  onReport?: ((report: ImportReport) => void) | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Does the work for which an import is waiting, according to its state: reads the file, runs the import or undoes it.
 * Records the result, also a failure, in words for the owner. An aborted signal leaves the import in its state, and the
 * next start continues it.
 */
export async function workImport(parts: ImportParts, id: number, listeners: WorkListeners = {}): Promise<void> {
  const { db } = parts;
  const row = await findImport(db, id);
  if (!row) throw new ImportFault(`There is no import ${id}.`);
  try {
    if (row.state === 'reading') await read(parts, row, listeners);
    else if (row.state === 'running') await run(parts, row, listeners);
    else if (row.state === 'undoing') await undo(parts, row, listeners);
  } catch (error) {
    if (listeners.signal?.aborted) throw error;
    const state = row.state === 'undoing' ? 'done' : 'failed';
    await updateImport(db, id, { state, progress: null, fault: wordsOf(error) });
    throw error;
  }
}

async function read(parts: ImportParts, row: ImportRow, { signal }: WorkListeners): Promise<void> {
  const { db, clock } = parts;
  const options = importOptions.parse(JSON.parse(row.options));
  // A category for posts without one is chosen later, with the help of the plan; until then a default is used.
  const fallback = options.fallback ?? (await listCategories(db, clock.now()))[0]?.slug ?? null;
  await withSource(parts, row, async (source) => {
    const notes = createProgressNotes(db, row.id);
    await notes.begin('reading', 0);
    const plan = await planImport({
      ...parts,
      ...{ source, signal, options: { ...options, fallback } },
      onProgress: (done, total) => void notes.begin('reading', total).then(() => notes.done(done)),
    });
    await updateImport(db, row.id, { state: 'ready', plan: JSON.stringify(plan), progress: null, fault: null });
  });
}

async function run(parts: ImportParts, row: ImportRow, { signal, onPost, onReport }: WorkListeners): Promise<void> {
  const { db, clock } = parts;
  await withSource(parts, row, async (source) => {
    const notes = createProgressNotes(db, row.id);
    const { map, ...options } = storedOptions.parse(JSON.parse(row.options));
    const { receipt, report } = await runImport({
      ...parts,
      ...{ importId: row.id, source, options, map, notes, signal, onPost },
    });
    onReport?.(report);
    const done = { state: 'done', receipt: JSON.stringify(receipt), progress: null, fault: null } as const;
    await updateImport(db, row.id, {
      ...done,
      finished_at: isoTime(clock.now()),
      ...(row.is_upload && { path: null }),
    });
  });
  if (row.is_upload && row.path) await rm(row.path, { force: true });
}

async function undo(parts: ImportParts, row: ImportRow, { signal }: WorkListeners): Promise<void> {
  const notes = createProgressNotes(parts.db, row.id);
  const undone = await undoImport({ ...parts, importId: row.id, notes, signal });
  await updateImport(parts.db, row.id, {
    state: 'undone',
    undone: JSON.stringify(undone),
    progress: null,
    fault: null,
  });
}

async function withSource(
  parts: ImportParts,
  row: ImportRow,
  use: (source: ImportSource) => Promise<void>,
): Promise<void> {
  if (row.path === null) throw new ImportFault('Its file is not here any more. Begin a new import with it.');
  const source = await parts.open(row.path).catch((error: unknown) => {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    throw isGone
      ? new ImportFault('Its file is not here any more. Begin a new import with it.', null, { cause: error })
      : error;
  });
  try {
    await updateImport(parts.db, row.id, { program: source.program });
    await use(source);
  } finally {
    await source.close();
  }
}

/** The reason of the failure, for the owner; details that only developers understand are in the log. */
function wordsOf(error: unknown): string {
  if (error instanceof ImportFault) return error.line === null ? error.message : `Line ${error.line}: ${error.message}`;
  if (isDiskFull(error)) return 'The server’s disk is full. Make room, then go on with the import.';
  return 'Something went wrong. What is in is in; go on with the import, or look into the server’s log.';
}
