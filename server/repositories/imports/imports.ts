import type { Insertable, Selectable, Updateable } from 'kysely';
import type { ImportsTable } from '#server/db/import-tables.ts';
import { isoTime } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { ImportState } from '#shared/contract/imports.ts';

export type ImportRow = Selectable<ImportsTable>;

/** The states in which a separate process is at work. */
const UNDER_WAY: readonly ImportState[] = ['reading', 'running', 'undoing'];

type NewImport = Pick<Insertable<ImportsTable>, 'state' | 'name' | 'path' | 'is_upload' | 'options'>;

/** Inserts an import. `now` in milliseconds since 1970. */
export async function insertImport(ex: Executor, row: NewImport, now: number): Promise<ImportRow> {
  return ex
    .insertInto('imports')
    .values({ ...row, created_at: isoTime(now) })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findImport(ex: Executor, id: number): Promise<ImportRow | null> {
  return (await ex.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Imports, the last first. */
export async function listImports(ex: Executor, limit: number): Promise<ImportRow[]> {
  return ex.selectFrom('imports').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

/** The imports that are being read, run or undone now, or were when the program ended. */
export async function importsUnderWay(ex: Executor): Promise<ImportRow[]> {
  return ex
    .selectFrom('imports')
    .selectAll()
    .where('state', 'in', [...UNDER_WAY])
    .orderBy('id')
    .execute();
}

export async function updateImport(ex: Executor, id: number, changes: Updateable<ImportsTable>): Promise<void> {
  await ex.updateTable('imports').set(changes).where('id', '=', id).execute();
}

/**
 * Begins the next phase of an import. Returns false when another import is under way, or when this one is in none of
 * the states `from`.
 */
export async function beginImport(
  ex: Executor,
  id: number,
  from: readonly ImportState[],
  changes: Updateable<ImportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await ex
    .updateTable('imports')
    .set(changes)
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('imports as o')
            .select('o.id')
            .where('o.state', 'in', [...UNDER_WAY])
            .where('o.id', '<>', id),
        ),
      ),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Uploads whose files nobody needs any more: those of finished imports, and those from before `time` (milliseconds
 * since 1970) that were never begun or have failed.
 */
export async function uploadsOver(ex: Executor, time: number): Promise<ImportRow[]> {
  return ex
    .selectFrom('imports')
    .selectAll()
    .where('is_upload', '=', 1)
    .where('path', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['done', 'undone']),
        eb.and([eb('state', 'in', ['ready', 'failed']), eb('created_at', '<', isoTime(time))]),
      ]),
    )
    .execute();
}

/** Ends the imports that were under way when a backup was made: their files are not in the backup. */
export async function endImports(ex: Executor, fault: string): Promise<void> {
  await ex
    .updateTable('imports')
    .set({ state: 'failed', fault, path: null, progress: null })
    .where('state', 'in', ['reading', 'ready', 'running'])
    .execute();
  await ex.updateTable('imports').set({ state: 'done', progress: null }).where('state', '=', 'undoing').execute();
}
