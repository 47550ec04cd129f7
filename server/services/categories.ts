import type { Executor } from '#server/db/transaction.ts';
import {
  deleteCategory,
  findCategoryBySlug,
  insertCategory,
  listCategories,
  updateCategory,
} from '#server/repositories/categories.ts';
import type {
  Category,
  CategoryWithCount,
  createCategory,
  updateCategory as updateEndpoint,
} from '#shared/contract/categories.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

export interface CategoryService {
  /** All, in their order, each with its number of live posts. */
  list(): Promise<CategoryWithCount[]>;
  find(slug: string): Promise<CategoryWithCount | null>;
  /** Throws AppError `name_taken` when the name or the slug is in use. */
  create(fields: BodyOf<typeof createCategory>): Promise<Category>;
  /** Throws AppError `not_found`, `name_taken`. */
  update(id: number, changes: BodyOf<typeof updateEndpoint>): Promise<Category>;
  /** Its posts move to `moveTo`. Throws AppError `not_found`, and `still_in_use` for posts with nowhere to go and for the last category. */
  remove(id: number, moveTo: number | undefined): Promise<void>;
}

export interface CategoryOptions {
  db: Executor;
  clock: Clock;
  /** Called after every write. */
  onWrite: () => void;
}

export function createCategoryService({ db, clock, onWrite }: CategoryOptions): CategoryService {
  const list = () => listCategories(db, clock.now());
  return {
    list,
    find: (slug) => findCategoryBySlug(db, slug, clock.now()),
    async create(fields) {
      const category = await insertCategory(db, fields);
      onWrite();
      return category;
    },
    async update(id, changes) {
      const category = await updateCategory(db, id, changes);
      onWrite();
      return category;
    },
    async remove(id, moveTo) {
      const [only, ...others] = await list();
      if (only?.id === id && others.length === 0) {
        throw new AppError('still_in_use', { message: 'Every post needs a category; the last one cannot be deleted.' });
      }
      await deleteCategory(db, id, moveTo);
      onWrite();
    },
  };
}
