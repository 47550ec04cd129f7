import type { Executor } from '#server/db/transaction.ts';
import { listCategories } from '#server/repositories/categories.ts';

/** The category with which the post form begins. */
const DEFAULT_CATEGORY = 2;

/**
 * The category of a post that names none: the one with which the form begins, or the first category when that one is
 * gone.
 */
export async function defaultCategory(db: Executor, now: number): Promise<number> {
  const categories = await listCategories(db, now);
  return (categories.find(({ id }) => id === DEFAULT_CATEGORY) ?? categories[0])?.id ?? DEFAULT_CATEGORY;
}
