import { sql } from 'kysely';
import { rememberWords } from '#server/db/remember-words.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { rejectDuplicate } from '../reject-duplicate.ts';
import { rewriteTagLists } from '../tags.ts';
import { keepInHistory } from './keep.ts';
import type { StateOf } from './states.ts';

// Restores what was deleted, under its former id. `entry` is the History entry of the deletion, which names the posts
// concerned. A post gets the restored thing back where it still has what it was given in its place; what was changed
// since stays.

type Deleted<Kind extends 'category' | 'author' | 'tag'> = Extract<StateOf<Kind>, { was: 'deleted' }>;

/** What is restored: the id of the entry of its deletion, and the state that the entry keeps. */
interface BroughtBack<Kind extends 'category' | 'author' | 'tag'> {
  entry: number;
  id: number;
  state: Deleted<Kind>;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Restores a category; returns false when it exists. Throws AppError `history_conflict` when another category has its
 * name or address.
 */
export async function bringBackCategory(ex: Executor, brought: BroughtBack<'category'>): Promise<boolean> {
  const { entry, id, state, now } = brought;
  return atomically(ex, async (trx) => {
    if (await exists(trx, 'categories', id)) return false;
    await orConflict(
      `Another category is called “${state.fields.name}” by now, or has its address. Rename that one, then restore this one.`,
      () =>
        trx
          .insertInto('categories')
          .values({ id, ...state.fields })
          .execute(),
    );
    await givePostsBack(trx, { entry, column: 'category_id', id, from: state.movedTo });
    const restored = { was: 'restored' as const, movedTo: state.movedTo };
    const record = { kind: 'category', action: 'restored', subject: id, name: state.fields.name } as const;
    await keepInHistory(trx, { ...record, state: restored }, now);
    return true;
  });
}

/**
 * Restores an author; returns false when the author exists. Throws AppError `history_conflict` when another author has
 * their e-mail or web address.
 */
export async function bringBackAuthor(ex: Executor, brought: BroughtBack<'author'>): Promise<boolean> {
  const { entry, id, state, now } = brought;
  const { fields, slug, redirects, movedTo } = state;
  return atomically(ex, async (trx) => {
    if (await exists(trx, 'authors', id)) return false;
    await orConflict(
      `Another author has the e-mail address or the address of “${fields.name}” by now. Change theirs, then restore this one.`,
      () =>
        trx
          .insertInto('authors')
          .values({ id, slug, ...fields })
          .execute(),
    );
    await trx.deleteFrom('author_redirects').where('slug', '=', slug).execute();
    for (const former of redirects) {
      await sql`insert into author_redirects (slug, author_id)
        select ${former}, ${id} where not exists (select 1 from authors where slug = ${former})
        on conflict (slug) do update set author_id = ${id} where author_id = ${movedTo ?? null}`.execute(trx);
    }
    await givePostsBack(trx, { entry, column: 'author_id', id, from: movedTo });
    const record = { kind: 'author', action: 'restored', subject: id, name: fields.name } as const;
    await keepInHistory(trx, { ...record, state: { was: 'restored', movedTo } }, now);
    return true;
  });
}

/** Restores a tag; returns false when it exists. Throws AppError `history_conflict` when another tag has its name. */
export async function bringBackTag(ex: Executor, brought: BroughtBack<'tag'>): Promise<boolean> {
  const { id, state, now } = brought;
  const { name, slug, redirects, mergedInto } = state;
  return atomically(ex, async (trx) => {
    if (await exists(trx, 'tags', id)) return false;
    await orConflict(`Another tag is called “${name}” by now. Rename or delete that one, then restore this one.`, () =>
      trx.insertInto('tags').values({ id, name, slug }).execute(),
    );
    await trx.deleteFrom('tag_redirects').where('slug', '=', slug).execute();
    for (const former of redirects) {
      await sql`insert into tag_redirects (slug, tag_id)
        select ${former}, ${id} where not exists (select 1 from tags where slug = ${former})
        on conflict (slug) do update set tag_id = ${id} where tag_id = ${mergedInto ?? null}`.execute(trx);
    }
    await giveTagBack(trx, brought);
    await rememberWords(trx, [name]);
    const record = { kind: 'tag', action: 'restored', subject: id, name } as const;
    await keepInHistory(trx, { ...record, state: { was: 'restored', mergedInto } }, now);
    return true;
  });
}

/**
 * Gives a tag back to its posts. After a merge, only the posts that still have the other tag get it back, and the other
 * tag is removed from the posts that got it by the merge.
 */
async function giveTagBack(trx: Executor, { entry, id, state }: BroughtBack<'tag'>): Promise<void> {
  const into = state.mergedInto ?? null;
  const { rows } = await sql<{ post_id: number }>`insert or ignore into post_tags (post_id, tag_id, position)
    select h.post_id, ${id}, h.position from history_posts h
    where h.history_id = ${entry} and (${into} is null or exists
      (select 1 from post_tags t where t.post_id = h.post_id and t.tag_id = ${into}))
    returning post_id`.execute(trx);
  await sql`delete from post_tags where tag_id = ${into} and post_id in
    (select post_id from history_posts where history_id = ${entry} and had_target = 0)`.execute(trx);
  await rewriteTagLists(
    trx,
    rows.map(({ post_id }) => post_id),
  );
}

interface PostsOf {
  entry: number;
  column: 'category_id' | 'author_id';
  id: number;
  from: number | undefined;
}

async function givePostsBack(trx: Executor, { entry, column, id, from = -1 }: PostsOf): Promise<void> {
  await trx
    .updateTable('blog_posts')
    .set({ [column]: id })
    .where(column, '=', from)
    .where('id', 'in', (eb) => eb.selectFrom('history_posts').where('history_id', '=', entry).select('post_id'))
    .execute();
}

async function exists(ex: Executor, table: 'categories' | 'authors' | 'tags', id: number): Promise<boolean> {
  return (await ex.selectFrom(table).where('id', '=', id).select('id').executeTakeFirst()) !== undefined;
}

async function orConflict(fault: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await rejectDuplicate('name_taken', write);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError('history_conflict', { message: fault, cause: error });
  }
}
