import { createHash } from 'node:crypto';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';

/**
 * The hash of what a post says, in hex: all of its fields but its address, which it may change without being edited. With it
 * an import knows what it has written again, whatever versions were counted since.
 */
export function saidHash(post: Post): string {
  const { slug: _, provenance: _marks, ...fields } = fieldsOfPost(post);
  return createHash('sha256')
    .update(JSON.stringify(fields, Object.keys(fields).sort()))
    .digest('hex');
}
