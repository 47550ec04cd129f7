import { type Selectable, sql } from 'kysely';
import type { ImportItemsTable, ItemPart } from '#server/db/import-tables.ts';
import { isLive } from '#server/db/live.ts';
import type { Executor } from '#server/db/transaction.ts';
import type { ImportItem, ItemOutcome } from '#shared/contract/imports.ts';
import type { Page } from '../paging.ts';

/** An item of a source and its outcome, as they are stored. */
export interface ItemToNote {
  part: ItemPart;
  /** The item's place in its part of the source, from 1. */
  number: number;
  kind: string;
  file: string;
  name: string;
  outcome: ItemOutcome;
  why?: string;
  postId?: number | null;
  share?: number | null;
  missingWords?: readonly string[];
  missingPictures?: readonly string[];
  notes?: readonly string[];
}

interface Detail {
  words?: readonly string[];
  pictures?: readonly string[];
  notes?: readonly string[];
}

/** Stores items; an item that is stored already is replaced. */
export async function noteItems(ex: Executor, importId: number, items: readonly ItemToNote[]): Promise<void> {
  for (const item of items) {
    const detail: Detail = {
      ...(item.missingWords?.length && { words: item.missingWords }),
      ...(item.missingPictures?.length && { pictures: item.missingPictures }),
      ...(item.notes?.length && { notes: item.notes }),
    };
    const row = {
      kind: item.kind,
      file: item.file,
      name: item.name,
      outcome: item.outcome,
      why: item.why ?? '',
      post_id: item.postId ?? null,
      share: item.share ?? null,
      detail: JSON.stringify(detail),
    };
    await ex
      .insertInto('import_items')
      .values({ import_id: importId, part: item.part, number: item.number, ...row })
      .onConflict((conflict) => conflict.columns(['import_id', 'part', 'number']).doUpdateSet(row))
      .execute();
  }
}

/** The numbers of the items that are stored. */
export async function notedNumbers(ex: Executor, importId: number, part: ItemPart): Promise<Set<number>> {
  const rows = await ex
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .where('part', '=', part)
    .select('number')
    .execute();
  return new Set(rows.map(({ number }) => number));
}

/** The counts of an import's items by outcome. */
export interface ItemCounts {
  kinds: { kind: string; outcome: ItemOutcome; total: number }[];
  missingPictures: number;
  texts: { compared: number; whole: number; share: number };
}

export async function countItems(ex: Executor, importId: number): Promise<ItemCounts> {
  const kinds = await ex
    .selectFrom('import_items')
    .where('import_id', '=', importId)
    .groupBy(['kind', 'outcome'])
    .orderBy('kind')
    .select(({ fn }) => ['kind', 'outcome', fn.countAll<number>().as('total')])
    .execute();
  const { rows } = await sql<{ compared: number; whole: number; share: number | null; missing: number | null }>`
    select count(share) as compared, coalesce(sum(share >= 1), 0) as whole, avg(share) as share,
      sum(coalesce(json_array_length(detail, '$.pictures'), 0)) as missing
    from import_items where import_id = ${importId}`.execute(ex);
  const counted = rows[0];
  return {
    kinds,
    missingPictures: counted?.missing ?? 0,
    texts: { compared: counted?.compared ?? 0, whole: counted?.whole ?? 0, share: counted?.share ?? 1 },
  };
}

export interface ItemsAsked {
  /** Words in the name, the file or the reason. */
  q?: string | undefined;
  only?: 'left-out' | 'kept' | 'refused' | 'incomplete' | 'pictures' | undefined;
  limit: number;
  /** From 1. */
  page: number;
}

export async function listItems(ex: Executor, importId: number, asked: ItemsAsked): Promise<Page<ImportItem>> {
  const { q = '', only, limit, page } = asked;
  const words = q.trim().toLowerCase();
  let chosen = ex.selectFrom('import_items').where('import_id', '=', importId);
  if (only === 'left-out' || only === 'kept' || only === 'refused') chosen = chosen.where('outcome', '=', only);
  if (only === 'incomplete') chosen = chosen.where('share', '<', 1);
  if (only === 'pictures') chosen = chosen.where(sql<boolean>`json_array_length(detail, '$.pictures') > 0`);
  if (words !== '')
    chosen = chosen.where(sql<boolean>`instr(lower(name || char(10) || file || char(10) || why), ${words}) > 0`);
  const rows = await chosen
    .selectAll()
    .orderBy('part', 'desc')
    .orderBy('number')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await chosen.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { items: rows.map(asItem), total, next: null };
}

/** A slice of the items in their order, for a file that holds all of them. */
export async function itemsFrom(
  ex: Executor,
  importId: number,
  after: { part: ItemPart; number: number },
  limit: number,
): Promise<{ items: ImportItem[]; last: { part: ItemPart; number: number } | null }> {
  const rows = await ex
    .selectFrom('import_items')
    .selectAll()
    .where('import_id', '=', importId)
    .where('part', '=', after.part)
    .where('number', '>', after.number)
    .orderBy('number')
    .limit(limit)
    .execute();
  const last = rows.at(-1);
  return { items: rows.map(asItem), last: last ? { part: last.part, number: last.number } : null };
}

function asItem(row: Selectable<ImportItemsTable>): ImportItem {
  const detail = JSON.parse(row.detail) as Detail;
  return {
    kind: row.kind,
    file: row.file,
    name: row.name,
    outcome: row.outcome,
    why: row.why,
    postId: row.post_id,
    share: row.share,
    missingWords: [...(detail.words ?? [])],
    missingPictures: [...(detail.pictures ?? [])],
    notes: [...(detail.notes ?? [])],
  };
}

/**
 * The posts that an import has processed, by item number: their slugs here, and whether readers see them. `now` in
 * milliseconds since 1970.
 */
export async function postsOfImport(
  ex: Executor,
  importId: number,
  now: number,
): Promise<Map<number, { outcome: ItemOutcome; slug: string | null; isLive: boolean }>> {
  const rows = await ex
    .selectFrom('import_items as i')
    .leftJoin('blog_posts as p', (join) => join.onRef('p.id', '=', 'i.post_id').on('p.deleted_at', 'is', null))
    .where('i.import_id', '=', importId)
    .where('i.part', '=', 'posts')
    .select(['i.number', 'i.outcome', 'p.slug', isLive(now).as('is_live')])
    .execute();
  return new Map(
    rows.map((row) => [row.number, { outcome: row.outcome, slug: row.slug, isLive: Boolean(row.is_live) }]),
  );
}
