import { slugify } from '#shared/content/slug.ts';

/** Returns the slug of a post that is being created: it follows the title until the owner has typed a slug. */
export function slugForTitle(slug: string, titleBefore: string, title: string): string {
  return slug === '' || slug === slugify(titleBefore) ? slugify(title) : slug;
}
