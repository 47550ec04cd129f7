import { tagSlug } from '#server/repositories/tag-slug.ts';
import type { Post, PostFields } from '#shared/contract/posts.ts';

/** A stored post as its form has it. */
function fieldsOf(post: Post): Required<PostFields> {
  return {
    title: post.title,
    slug: post.slug,
    excerpt: post.excerpt,
    content: post.content,
    featuredImage: post.featuredImage,
    categoryId: post.category.id,
    authorId: post.author.id,
    published: post.published,
    featured: post.featured,
    metaTitle: post.metaTitle,
    metaDescription: post.metaDescription,
    readTime: post.readTime,
    publishedAt: post.publishedAt,
    tags: post.tags,
    productApp: post.productApp,
    productAppUrl: post.productAppUrl,
  };
}

/**
 * Those of the given fields that would change the stored post. An empty text is the same as none, tags are compared
 * as tags are told apart, and a date taken back (null) changes only one that is still to come. `now` in milliseconds
 * since 1970.
 */
export function changedFields(post: Post, given: Partial<PostFields>, now: number): Partial<PostFields> {
  const stored = fieldsOf(post);
  const changed: Partial<PostFields> = {};
  const compare = <K extends keyof PostFields>(key: K, value: PostFields[K] | undefined) => {
    if (value !== undefined && !isSame(key, stored[key], value, now)) changed[key] = value;
  };
  for (const key of Object.keys(stored) as (keyof PostFields)[]) compare(key, given[key]);
  return changed;
}

function isSame(key: keyof PostFields, stored: unknown, given: unknown, now: number): boolean {
  if (key === 'tags') return tagKey(stored) === tagKey(given);
  if (key === 'publishedAt') {
    if (given === null) return stored === null || Date.parse(String(stored)) <= now;
    return stored !== null && Date.parse(String(stored)) === Date.parse(String(given));
  }
  return (stored ?? '') === (given ?? '');
}

function tagKey(tags: unknown): string {
  const slugs = Array.isArray(tags) ? tags.map((name) => tagSlug(String(name))).filter((slug) => slug !== '') : [];
  return [...new Set(slugs)].join('\n');
}
