import { createHash } from 'node:crypto';
import { fieldsOfPost } from '#shared/contract/posts/fields-of-post.ts';
import type { Post } from '#shared/contract/posts/post.ts';

/**
 * The hash of a post's content, in hex: all of its fields except its slug, which may change without an edit. With this
 * hash an import recognizes what it has written, whatever versions were counted since.
 */
export function saidHash(post: Post): string {
  const { slug: _, provenance: _marks, ...fields } = fieldsOfPost(post);
  return createHash('sha256')
    .update(JSON.stringify(fields, Object.keys(fields).sort()))
    .digest('hex');
}
