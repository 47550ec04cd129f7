import { seedCategories } from '#server/db/seed-content/seed-categories.ts';

export const categories = seedCategories;

/** The chips that are always visible, in the order of the list of categories. */
export const PRIMARY = ['technology', 'lifestyle', 'business', 'health', 'fitness', 'personal-development'];

/** A category that has no post. */
export const EMPTY_CATEGORY = 'entertainment';

export function categoryName(slug: string): string {
  const category = categories.find((each) => each.slug === slug);
  if (!category) throw new Error(`There is no category ${slug}`);
  return category.name;
}
