import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { isLive } from '#server/db/live.ts';
import { atomically, type Executor } from '#server/db/transaction.ts';
import type { Category, CategoryWithCount, categoryFields } from '#shared/contract/categories.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { keepInHistory, keepPostsOf } from './history/keep.ts';
import { rejectDuplicate } from './reject-duplicate.ts';
import { moveTopics } from './subscribers/topics.ts';
import { valuesOf } from './values-of.ts';

type CategoryFields = z.output<typeof categoryFields>;

const columns = ['id', 'slug', 'name', 'description', 'color', 'icon'] as const;

/**
 * All categories in the order in which they were created, each with its number of live posts. `now` in milliseconds
 * since 1970.
 */
export async function listCategories(ex: Executor, now: number): Promise<CategoryWithCount[]> {
  const categories = await plainCategories(ex);
  const counts = await ex
    .selectFrom('blog_posts as p')
    .where(isLive(now))
    .groupBy('p.category_id')
    .select(({ fn }) => ['p.category_id', fn.countAll<number>().as('posts')])
    .execute();
  const postsIn = new Map(counts.map((count) => [count.category_id, count.posts]));
  return categories.map((category) => ({ ...category, postCount: postsIn.get(category.id) ?? 0 }));
}

/** All categories in the order in which they were created. */
export async function plainCategories(ex: Executor): Promise<Category[]> {
  return ex.selectFrom('categories').select(columns).orderBy('id').execute();
}

/** The categories with a live post, in the order in which they were created. `now` in milliseconds since 1970. */
export async function categoriesWithPosts(ex: Executor, now: number): Promise<Category[]> {
  return ex
    .selectFrom('categories')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('blog_posts as p').whereRef('p.category_id', '=', 'categories.id').where(isLive(now)).select('p.id'),
      ),
    )
    .select(columns)
    .orderBy('id')
    .execute();
}

export async function findCategoryBySlug(ex: Executor, slug: string, now: number): Promise<CategoryWithCount | null> {
  const category = await ex.selectFrom('categories').select(columns).where('slug', '=', slug).executeTakeFirst();
  if (!category) return null;
  const { posts } = await ex
    .selectFrom('blog_posts as p')
    .where('p.category_id', '=', category.id)
    .where(isLive(now))
    .select(({ fn }) => fn.countAll<number>().as('posts'))
    .executeTakeFirstOrThrow();
  return { ...category, postCount: posts };
}

/** The slugs of the categories of these posts, live or not; each slug once. */
export async function categorySlugsOfPosts(ex: Executor, ids: readonly number[]): Promise<string[]> {
  const rows = await ex
    .selectFrom('blog_posts as p')
    .innerJoin('categories as c', 'c.id', 'p.category_id')
    .where('p.id', 'in', valuesOf(ids))
    .distinct()
    .orderBy('c.slug')
    .select('c.slug')
    .execute();
  return rows.map(({ slug }) => slug);
}

/** Inserts a category. Throws AppError `name_taken` when the name or the slug is in use. */
export async function insertCategory(ex: Executor, fields: CategoryFields): Promise<Category> {
  return rejectDuplicate('name_taken', () =>
    ex.insertInto('categories').values(fields).returning(columns).executeTakeFirstOrThrow(),
  );
}

/** Updates a category. `now` in milliseconds since 1970. Throws AppError `not_found`, `name_taken`. */
export async function updateCategory(
  ex: Executor,
  id: number,
  fields: Partial<CategoryFields>,
  now: number,
): Promise<Category> {
  return atomically(ex, async (trx) => {
    const before = await getCategory(trx, id);
    const changed = await rejectDuplicate('name_taken', () =>
      trx
        .updateTable('categories')
        // An update without any field would not be valid SQL, so the id is set to itself.
        .set({ id, ...fields })
        .where('id', '=', id)
        .returning(columns)
        .executeTakeFirstOrThrow(),
    );
    if (!isDeepStrictEqual(before, changed)) {
      const { id: subject, ...former } = before;
      const state = { was: 'replaced' as const, fields: former };
      await keepInHistory(trx, { kind: 'category', action: 'replaced', subject, name: before.name, state }, now);
    }
    return changed;
  });
}

/**
 * Deletes a category; its posts, also those in the bin, move to `moveTo`. `now` in milliseconds since 1970. Throws
 * AppError `not_found`, and `still_in_use` when the category has posts and no other category was named.
 */
export async function deleteCategory(ex: Executor, id: number, now: number, moveTo?: number): Promise<void> {
  await atomically(ex, async (trx) => {
    const { id: subject, ...fields } = await getCategory(trx, id);
    const heir = moveTo === id ? undefined : moveTo;
    const state = { was: 'deleted' as const, fields, movedTo: heir };
    const record = { kind: 'category', action: 'deleted', subject, name: fields.name, state } as const;
    await keepPostsOf(trx, await keepInHistory(trx, record, now), 'category_id', id);
    if (heir !== undefined) {
      await getCategory(trx, heir);
      await trx.updateTable('blog_posts').set({ category_id: heir }).where('category_id', '=', id).execute();
    }
    const post = await trx
      .selectFrom('blog_posts')
      .where('category_id', '=', id)
      .select('id')
      .limit(1)
      .executeTakeFirst();
    if (post) throw new AppError('still_in_use');
    await moveTopics(trx, 'category', id, heir);
    await trx.deleteFrom('categories').where('id', '=', id).execute();
  });
}

async function getCategory(ex: Executor, id: number): Promise<Category> {
  const category = await ex.selectFrom('categories').where('id', '=', id).select(columns).executeTakeFirst();
  if (!category) throw new AppError('not_found');
  return category;
}
