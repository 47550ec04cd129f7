import type { Executor } from '#server/db/transaction.ts';
import { findCategoryBySlug, listCategories } from '#server/repositories/categories.ts';
import type { CategoryWithCount } from '#shared/contract/categories.ts';
import type { Clock } from '#shared/kernel/clock.ts';

export interface CategoryService {
  /** All, in their order, each with its number of live posts. */
  list(): Promise<CategoryWithCount[]>;
  find(slug: string): Promise<CategoryWithCount | null>;
}

export function createCategoryService({ db, clock }: { db: Executor; clock: Clock }): CategoryService {
  return {
    list: () => listCategories(db, clock.now()),
    find: (slug) => findCategoryBySlug(db, slug, clock.now()),
  };
}
