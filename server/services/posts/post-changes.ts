import { tagSlug } from '#server/repositories/tag-slug.ts';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { postFieldNames } from '#shared/kernel/post-field-table.ts';

/**
 * The given fields that would change the stored post. An empty text is the same as none, tags are compared by their
 * slugs, and a removed date (null) is a change only if the stored date is in the future. `now` in milliseconds since
 * 1970.
 */
export function changedFields(post: Post, given: Partial<PostFields>, now: number): Partial<PostFields> {
  const stored: PostFields = fieldsOfPost(post);
  const changed: Partial<PostFields> = {};
  const compare = <K extends keyof PostFields>(key: K, value: PostFields[K] | undefined) => {
    if (value !== undefined && !isSame(key, stored[key], value, now)) changed[key] = value;
  };
  for (const name of postFieldNames) compare(name, given[name]);
  // In another text the same ranges mark other words.
  if (changed.content !== undefined && given.provenance) changed.provenance = given.provenance;
  return changed;
}

function isSame(key: keyof PostFields, stored: unknown, given: unknown, now: number): boolean {
  if (key === 'tags') return tagKey(stored) === tagKey(given);
  if (key === 'publishedAt') {
    if (given === null) return stored === null || Date.parse(String(stored)) <= now;
    return stored !== null && Date.parse(String(stored)) === Date.parse(String(given));
  }
  if (key === 'provenance') return JSON.stringify(stored) === JSON.stringify(given);
  return (stored ?? '') === (given ?? '');
}

function tagKey(tags: unknown): string {
  const slugs = Array.isArray(tags) ? tags.map((name) => tagSlug(String(name))).filter((slug) => slug !== '') : [];
  return [...new Set(slugs)].join('\n');
}
