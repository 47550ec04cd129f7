import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { fieldsWith, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';

const COPY = ' (copy)';
const longest = postFieldTable.title.max - COPY.length;

/**
 * Returns a draft with the contents of the post, in the form that `saveDraft` accepts; the server finds a slug for it.
 */
export function duplicateOf(post: Post) {
  const copied = pick(fieldsOfPost(post), fieldsWith({ isDuplicated: true }));
  return { ...copied, title: `${post.title.slice(0, longest)}${COPY}`, slug: '' };
}
