import { type SelectQueryBuilder, sql } from 'kysely';
import type { Executor } from '#server/db/transaction.ts';
import { cutPage, type Page, type Paging, windowOf } from './paging.ts';

/**
 * A page of the rows that `wanted` selects, newest first, from a table with `created_at` and `id`; `read` reads the
 * rows. Throws AppError `invalid_input` for a cursor that the server did not give.
 */
export async function newestPage<DB, TB extends keyof DB, Row extends { id: number; created_at: string }>(
  ex: Executor,
  wanted: SelectQueryBuilder<DB, TB, object>,
  paging: Paging,
  read: (query: SelectQueryBuilder<DB, TB, object>) => Promise<Row[]>,
): Promise<Page<Row>> {
  const { limit, offset, after } = windowOf(paging);
  const behind = after ? wanted.where(sql<boolean>`(created_at, id) < (${after.at}, ${after.id})`) : wanted;
  const newest = behind.orderBy(sql`created_at`, 'desc').orderBy(sql`id`, 'desc');
  const rows = await read(newest.limit(limit).offset(offset));
  const all = wanted.select(sql`1`.as('one'));
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from (${all})`.execute(ex);
  const { shown, next } = cutPage(
    rows.map((row) => ({ at: row.created_at, id: row.id, row })),
    paging,
  );
  return { items: shown.map(({ row }) => row), total: counted[0]?.total ?? 0, next };
}
