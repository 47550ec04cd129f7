import { slugify } from '#shared/content/slug.ts';

/** The slug while a post is created: it follows the title for as long as the owner has not given it one of its own. */
export function slugForTitle(slug: string, titleBefore: string, title: string): string {
  return slug === '' || slug === slugify(titleBefore) ? slugify(title) : slug;
}
