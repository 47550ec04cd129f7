import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import { fieldsWith, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { pick } from '#shared/kernel/record-of.ts';

const COPY = ' (copy)';
const longest = postFieldTable.title.max - COPY.length;

/** A draft that says what the post says, as `saveDraft` takes it; the server finds a slug for it. */
export function duplicateOf(post: Post) {
  const copied = pick(fieldsOfPost(post), fieldsWith({ isDuplicated: true }));
  return { ...copied, title: `${post.title.slice(0, longest)}${COPY}`, slug: '' };
}
