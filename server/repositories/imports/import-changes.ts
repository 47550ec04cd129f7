import type { Selectable } from 'kysely';
import type { ChangedKind, ImportChangesTable } from '#server/db/import-tables.ts';
import type { Executor } from '#server/db/transaction.ts';

export type ImportChange = Selectable<ImportChangesTable>;

export interface ChangeToNote {
  kind: ChangedKind;
  target: string | number;
  was: 'made' | 'changed';
  /** The content of the target after the change; a hash when it is long. */
  said?: string;
  /** JSON from which the target's former state is restored. */
  before?: string | null;
}

/**
 * Records a change that an import makes, in the transaction that makes it. When the import changes something twice, the
 * first former state is kept, because an undo restores that one.
 */
export async function noteChange(ex: Executor, importId: number, change: ChangeToNote): Promise<void> {
  const { kind, target, was, said = '', before = null } = change;
  await ex
    .insertInto('import_changes')
    .values({ import_id: importId, kind, target: String(target), was, said, before })
    .onConflict((conflict) => conflict.columns(['import_id', 'kind', 'target']).doUpdateSet({ said }))
    .execute();
}

/** The change that an import made to one thing; null for none. */
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

/** The number of changes that are read at once. */
const SLICE = 200;

/**
 * The changes that an import made to things of a kind, in the order in which it made them; the rows may be changed
 * while the caller iterates.
 */
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

/** Makes a thing belong to no import any more: no undo takes it back. */
export async function forgetChanges(ex: Executor, kind: ChangedKind, target: string | number): Promise<void> {
  await ex.deleteFrom('import_changes').where('kind', '=', kind).where('target', '=', String(target)).execute();
}

/** The targets of a kind that an import has made. */
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

/** Whether a post outside the bin shows a picture, or the picture is an author's avatar. */
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
