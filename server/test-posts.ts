import { PIPELINE_VERSION } from '#shared/content/pipeline-version.ts';
import type { Post } from '#shared/contract/posts/post.ts';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import type { OpenDatabase } from './db/open.ts';
import { HOUR, postValues } from './repositories/blog-fixture.ts';
import { insertPost } from './repositories/posts/post-writes.ts';
import { renderMarkdown } from './workers/render-markdown.ts';

/**
 * For tests: stores a post rendered as a save renders it, live for an hour at `now` (milliseconds since 1970) unless
 * `fields` says otherwise.
 */
export async function writePost({ db }: OpenDatabase, fields: Partial<PostFields>, now: number): Promise<Post> {
  const post = postValues({ publishedAt: new Date(now - HOUR).toISOString(), ...fields });
  const rendered = renderMarkdown({ markdown: post.content, pictures: {} });
  return insertPost(db, { ...post, ...rendered, htmlVersion: PIPELINE_VERSION }, now);
}
