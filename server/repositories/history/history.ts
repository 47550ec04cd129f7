import { inflateRawSync } from 'node:zlib';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isoTime } from '#server/db/live.ts';
import type { HistoryTable, Schema } from '#server/db/schema.ts';
import type { Executor } from '#server/db/transaction.ts';
import { searchedParts } from '#shared/content/search/search-words.ts';
import { type HistoryAction, type HistoryEntry, type HistoryKind, historyEntry } from '#shared/contract/history.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { cutPage, type Page, type Paging, windowOf } from '../paging.ts';
import { type StateOf, states } from './states.ts';

/** The most bytes that a stored state may have when it is unpacked. */
const LARGEST_UNPACKED = 8 * 1024 * 1024;

const columns = ['id', 'at', 'kind', 'action', 'name', 'origin', 'device', 'lost', 'subject'] as const;

/** The entries that a list holds; an absent field does not restrict. */
export interface HistoryFilter {
  kind?: HistoryKind | undefined;
  action?: HistoryAction | undefined;
  /** Words that must all occur in the name. */
  q?: string | undefined;
}

/**
 * The entries since `since` (milliseconds since 1970), the last first. Throws AppError `invalid_input` for a cursor
 * that the server did not give.
 */
export async function listEntries(
  ex: Executor,
  since: number,
  { kind, action, q = '', ...paging }: HistoryFilter & Paging,
): Promise<Page<HistoryEntry>> {
  const { limit, offset, after } = windowOf(paging);
  let all = ex.selectFrom('history').where('at', '>=', isoTime(since));
  if (kind) all = all.where('kind', '=', kind);
  if (action) all = all.where('action', '=', action);
  for (const part of searchedParts(q)) all = all.where(sql<number>`instr(folded, ${part})`, '>', 0);
  // Not ordered by time: after a clock was set back, the latest entries would be hidden.
  let page = all.orderBy('id', 'desc').limit(limit).offset(offset);
  if (after) page = page.where('id', '<', after.id);
  const rows = await page.select(columns).execute();
  const { shown, next } = cutPage(rows, paging);
  // A search for words reads every name, so it is not repeated for the total when all entries found are on one page.
  const isAll = next === null && after === undefined && offset === 0;
  const total = isAll ? rows.length : await count(all);
  return { items: shown.map(toEntry), total, next };
}

async function count(query: SelectQueryBuilder<Schema, 'history', unknown>): Promise<number> {
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** An entry, with the place where its state is stored. */
export interface FoundEntry extends HistoryEntry {
  subject: string;
  ref: string | null;
}

/** The entry with an id, when it is no older than `since`; null for none. */
export async function findEntry(ex: Executor, id: number, since: number): Promise<FoundEntry | null> {
  const row = await ex
    .selectFrom('history')
    .where('id', '=', id)
    .where('at', '>=', isoTime(since))
    .select([...columns, 'ref'])
    .executeTakeFirst();
  return row ? { ...toEntry(row), subject: row.subject, ref: row.ref } : null;
}

/** Whether an entry with this id ever existed, still stored or not. */
export async function wasEntry(ex: Executor, id: number): Promise<boolean> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = 'history'`.execute(ex);
  return id <= (rows[0]?.seq ?? 0);
}

/** The id of the last entry; 0 for none. */
export async function lastEntry(ex: Executor): Promise<number> {
  const row = await ex.selectFrom('history').orderBy('id', 'desc').limit(1).select('id').executeTakeFirst();
  return row?.id ?? 0;
}

/** The last entry about something that comes after the entry `after`; null for none. */
export async function lastEntryOf(
  ex: Executor,
  { kind, subject }: { kind: HistoryKind; subject: string },
  after = 0,
): Promise<{ id: number; action: HistoryAction; ref: string | null } | null> {
  const row = await ex
    .selectFrom('history')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('id', '>', after)
    .orderBy('id', 'desc')
    .limit(1)
    .select(['id', 'action', 'ref'])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The state that an entry stores; null when the entry stores none itself. Throws AppError `history_gone` for a state
 * that cannot be read.
 */
export async function readState<Kind extends HistoryKind>(
  ex: Executor,
  id: number,
  kind: Kind,
): Promise<StateOf<Kind> | null> {
  const row = await ex.selectFrom('history_states').where('history_id', '=', id).select('state').executeTakeFirst();
  if (!row) return null;
  const { data, success } = states[kind].safeParse(unpacked(row.state));
  if (!success)
    throw new AppError('history_gone', { message: 'What was kept of this cannot be read. Nothing was changed.' });
  return data as StateOf<Kind>;
}

/** Deletes entries older than `before` (milliseconds since 1970), at most `limit` of them; returns how many. */
export async function forgetHistory(ex: Executor, before: number, limit: number): Promise<number> {
  const { numDeletedRows } = await ex
    .deleteFrom('history')
    .where('id', 'in', (eb) =>
      eb.selectFrom('history').where('at', '<', isoTime(before)).orderBy('at').limit(limit).select('id'),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

function unpacked(state: Buffer): unknown {
  try {
    return JSON.parse(inflateRawSync(state, { maxOutputLength: LARGEST_UNPACKED }).toString('utf8'));
  } catch {
    // Whatever the error is, the stored state cannot be used.
    return null;
  }
}

const { shape } = historyEntry;
/**
 * A row that another version of the program wrote, or that is damaged, is listed as far as it can be read, and does not
 * hide other rows.
 */
const readRow = z.object({
  kind: shape.kind.catch(null),
  origin: shape.origin.shape.kind.catch('unknown'),
  lost: z
    .literal('')
    .transform(() => null)
    .or(shape.lost)
    .catch('unreadable'),
  at: shape.at.catch('1970-01-01T00:00:00.000Z'),
});

function toEntry(row: Pick<Selectable<HistoryTable>, (typeof columns)[number]>): HistoryEntry {
  const { kind, origin, lost, at } = readRow.parse(row);
  const { id, action, name, device } = row;
  return {
    ...{ id, at, kind, action, name, origin: { kind: origin, device } },
    postId: kind === 'post' ? Number(row.subject) : null,
    lost: kind === null ? 'unreadable' : lost,
  };
}
