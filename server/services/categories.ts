import type { Executor } from '#server/db/transaction.ts';
import {
  categoriesWithPosts,
  deleteCategory,
  findCategoryBySlug,
  insertCategory,
  listCategories,
  plainCategories,
  updateCategory,
} from '#server/repositories/categories.ts';
import { bringBackCategory } from '#server/repositories/history/bring-back.ts';
import type {
  Category,
  CategoryWithCount,
  createCategory,
  updateCategory as updateEndpoint,
} from '#shared/contract/categories.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';
import { type Events, renamed } from './events/site-events.ts';

export interface CategoryService {
  /** All categories in their order, each with its number of live posts. */
  list(): Promise<CategoryWithCount[]>;
  /** All categories in their order, without counting their posts, which takes longer the more posts there are. */
  plain(): Promise<Category[]>;
  /** The categories with a live post, in their order. */
  withPosts(): Promise<Category[]>;
  find(slug: string): Promise<CategoryWithCount | null>;
  /** Throws AppError `name_taken` when the name or the slug is in use. */
  create(fields: BodyOf<typeof createCategory>): Promise<Category>;
  /** Throws AppError `not_found`, `name_taken`. */
  update(id: number, changes: BodyOf<typeof updateEndpoint>): Promise<Category>;
  /**
   * Restores a deleted category from the entry of its deletion in History, and gives back the posts that are still
   * where they were moved to. Throws AppError `history_conflict`.
   */
  bringBack(brought: Parameters<typeof bringBackCategory>[1]): Promise<void>;
  /**
   * The category's posts move to `moveTo`. Throws AppError `not_found`, and `still_in_use` for posts without a new
   * category and for the last category.
   */
  remove(id: number, moveTo: number | undefined): Promise<void>;
}

interface CategoryOptions {
  db: Executor;
  clock: Clock;
  tell: Events['tell'];
}

export function createCategoryService({ db, clock, tell }: CategoryOptions): CategoryService {
  const list = () => listCategories(db, clock.now());
  const changed = (before: readonly Category[], after: readonly Category[]) =>
    tell({ type: 'site-changed', what: 'category', ...renamed(before, after) });
  const named = async (...ids: (number | undefined)[]) => (await list()).filter(({ id }) => ids.includes(id));
  return {
    list,
    plain: () => plainCategories(db),
    withPosts: () => categoriesWithPosts(db, clock.now()),
    find: (slug) => findCategoryBySlug(db, slug, clock.now()),
    async create(fields) {
      const category = await insertCategory(db, fields);
      changed([], [category]);
      return category;
    },
    async update(id, changes) {
      const before = await named(id);
      const category = await updateCategory(db, id, changes, clock.now());
      changed(before, [category]);
      return category;
    },
    async bringBack(brought) {
      const before = await named(brought.state.movedTo);
      if (await bringBackCategory(db, brought)) changed(before, await named(brought.id, brought.state.movedTo));
    },
    async remove(id, moveTo) {
      const [only, ...others] = await list();
      const before = await named(id, moveTo);
      if (only?.id === id && others.length === 0) {
        throw new AppError('still_in_use', { message: 'Every post needs a category; the last one cannot be deleted.' });
      }
      await deleteCategory(db, id, clock.now(), moveTo);
      changed(before, await named(moveTo));
    },
  };
}
