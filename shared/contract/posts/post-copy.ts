import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pendingChange } from './pending.ts';
import { post } from './post.ts';

/** The most posts of one page of the copy; fewer where posts are long. */
export const COPIED_AT_ONCE = 200;

/** A complete post, also one in the bin: with its pending change, and its words in the form the search uses. */
const copiedPost = post
  .extend({
    /** The text without its markup. */
    words: z.string(),
    /** Absent where no change is pending. */
    change: pendingChange.optional(),
  })
  .meta({ id: 'CopiedPost' });
export type CopiedPost = z.output<typeof copiedPost>;

export const copyPosts = endpoint({
  name: 'copyPosts',
  method: 'GET',
  path: '/api/posts/copy',
  token: 'read',
  summary:
    'Every post whole, for a copy of the site: from the beginning, or what has changed since a cursor. Repeat with `cursor` while `left` is not 0; after `cursor_unknown` begin anew. A change of the number of views alone is not told',
  query: z.object({
    /** The cursor of the previous page; absent for the first page. */
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({
    siteId: z.string(),
    /** In the order of their last change. A post that is changed in the meantime comes once more. */
    posts: z.array(copiedPost).max(COPIED_AT_ONCE),
    /** The ids of posts that are gone, also from the bin. */
    gone: z.array(z.int()),
    cursor: z.string(),
    /** The number of changed posts that follow after this page. */
    left: z.int().min(0),
  }),
  errors: ['cursor_unknown'],
});
export type CopyPage = z.output<typeof copyPosts.response>;
