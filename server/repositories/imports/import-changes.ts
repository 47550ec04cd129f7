import type { Selectable } from 'kysely';
import type { ChangedKind, ImportChangesTable } from '#server/db/import-tables.ts';
import type { Executor } from '#server/db/transaction.ts';

export type ImportChange = Selectable<ImportChangesTable>;

export interface ChangeToNote {
  kind: ChangedKind;
  target: string | number;
  was: 'made' | 'changed';
  /** What it says now; of what is long, a hash. */
  said?: string;
  /** JSON: what gives it back what it was. */
  before?: string | null;
}

/**
 * Notes what an import has done, in the transaction that does it. Of what it changes twice the first state is kept: that
 * one comes back.
 */
export async function noteChange(ex: Executor, importId: number, change: ChangeToNote): Promise<void> {
  const { kind, target, was, said = '', before = null } = change;
  await ex
    .insertInto('import_changes')
    .values({ import_id: importId, kind, target: String(target), was, said, before })
    .onConflict((conflict) => conflict.columns(['import_id', 'kind', 'target']).doUpdateSet({ said }))
    .execute();
}

/** What an import has done to one thing; null for nothing. */
export async function findChange(
  ex: Executor,
  importId: number,
  kind: ChangedKind,
  target: string | number,
): Promise<ImportChange | null> {
  const row = await ex
    .selectFrom('import_changes')
    .selectAll()
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('target', '=', String(target))
    .executeTakeFirst();
  return row ?? null;
}

/** Changes that are read at once. */
const SLICE = 200;

/** What it has done to things of a kind, in the order in which it was done; they may be changed meanwhile. */
export async function* everyChange(ex: Executor, importId: number, kind: ChangedKind): AsyncGenerator<ImportChange> {
  let after = 0;
  for (;;) {
    const slice = await ex
      .selectFrom('import_changes')
      .selectAll()
      .where('import_id', '=', importId)
      .where('kind', '=', kind)
      .where('id', '>', after)
      .orderBy('id')
      .limit(SLICE)
      .execute();
    yield* slice;
    const last = slice.at(-1);
    if (!last) return;
    after = last.id;
  }
}

export async function countChanges(ex: Executor, importId: number, kind?: ChangedKind): Promise<number> {
  let query = ex.selectFrom('import_changes').where('import_id', '=', importId);
  if (kind) query = query.where('kind', '=', kind);
  const { total } = await query.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return total;
}

/** A thing is no import's any more: no undo takes it back. */
export async function forgetChanges(ex: Executor, kind: ChangedKind, target: string | number): Promise<void> {
  await ex.deleteFrom('import_changes').where('kind', '=', kind).where('target', '=', String(target)).execute();
}

/** The names of all things of a kind that an import has made. */
export async function madeBy(ex: Executor, importId: number, kind: ChangedKind): Promise<Set<string>> {
  const rows = await ex
    .selectFrom('import_changes')
    .where('import_id', '=', importId)
    .where('kind', '=', kind)
    .where('was', '=', 'made')
    .select('target')
    .execute();
  return new Set(rows.map(({ target }) => target));
}

/** Whether a tag, a category or an author has a post outside the bin. */
export async function isUsed(ex: Executor, kind: 'tag' | 'category' | 'author', id: number): Promise<boolean> {
  const posts = ex.selectFrom('blog_posts as p').where('p.deleted_at', 'is', null).select('p.id').limit(1);
  const query = {
    tag: posts.innerJoin('post_tags as t', 't.post_id', 'p.id').where('t.tag_id', '=', id),
    category: posts.where('p.category_id', '=', id),
    author: posts.where('p.author_id', '=', id),
  }[kind];
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether somebody follows a tag, a category or an author by e-mail. */
export async function isFollowed(ex: Executor, kind: 'tag' | 'category' | 'author', id: number): Promise<boolean> {
  const topics = ex.selectFrom('subscriber_topics').where('kind', '=', kind).where('target_id', '=', id);
  return (await topics.select('kind').limit(1).executeTakeFirst()) !== undefined;
}

/** Whether a post outside the bin shows a picture, or it is an author's. */
export async function isPictureUsed(ex: Executor, filename: string): Promise<boolean> {
  const shown = await ex
    .selectFrom('post_images as i')
    .innerJoin('blog_posts as p', 'p.id', 'i.post_id')
    .where('i.filename', '=', filename)
    .where('p.deleted_at', 'is', null)
    .select('p.id')
    .executeTakeFirst();
  if (shown) return true;
  const author = await ex
    .selectFrom('authors')
    .where('avatar', '=', `/uploads/${filename}`)
    .select('id')
    .executeTakeFirst();
  return author !== undefined;
}
