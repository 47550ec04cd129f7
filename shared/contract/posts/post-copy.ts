import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pendingChange } from './pending.ts';
import { post } from './post.ts';

/** Posts of one page of the copy, at the most; fewer where they are long. */
export const COPIED_AT_ONCE = 200;

/** A post whole, those in the bin too: with the change that waits beside it, and its words as the search looks at them. */
const copiedPost = post
  .extend({
    /** The text without its markup. */
    words: z.string(),
    /** Absent where none waits. */
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
    /** As the page before gave it; absent for the beginning. */
    cursor: z.string().max(200).optional(),
  }),
  response: z.object({
    siteId: z.string(),
    /** In the order they were last changed in. A post that is changed meanwhile comes once more. */
    posts: z.array(copiedPost).max(COPIED_AT_ONCE),
    /** Ids of posts that are gone, also from the bin. */
    gone: z.array(z.int()),
    cursor: z.string(),
    /** How many changed posts come behind this page. */
    left: z.int().min(0),
  }),
  errors: ['cursor_unknown'],
});
export type CopyPage = z.output<typeof copyPosts.response>;
