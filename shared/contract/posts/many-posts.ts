import { z } from 'zod';
import { pick } from '#shared/kernel/record-of.ts';
import { endpoint } from '../endpoint.ts';
import { errorBody } from '../error-body.ts';
import { isoDate, storedInteger } from '../fields.ts';
import { tagName } from '../tags.ts';
import { postChanges } from './post-input.ts';

// One action on many posts.

/**
 * The changes that one action makes to many posts: an absent field stays as it is. Tags are compared as everywhere. A
 * date of null removes the post's date, except where the post is published.
 */
const manyPostsFields = z.object({
  ...pick(postChanges.shape, ['published', 'featured', 'categoryId']),
  /** In the form of answers: an undo is sent back unchanged. */
  publishedAt: isoDate.nullable(),
  authorId: storedInteger().min(1),
  /** Whether the posts go into the bin, or out of it. */
  deleted: z.boolean(),
  /** All tags, in their order; the next two fields are then applied to these. */
  tags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  addTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  removeTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
});

/** The most posts that one call may change. */
export const MOST_POSTS_AT_ONCE = 5000;

/** Posts that get the same changes. A post with a `version` is changed only if that is its current version. */
const manyPostsChange = z
  .object({
    posts: z.array(z.object({ id: storedInteger().min(1), version: storedInteger().min(1).optional() })).min(1),
    set: manyPostsFields.partial().refine((set) => Object.keys(set).length > 0, 'Say what is to be changed.'),
  })
  .meta({ id: 'ManyPostsChange' });
export type ManyPostsChange = z.output<typeof manyPostsChange>;

const manyPostsOutcome = z.object({
  /** How many posts differ from before. Posts that already had the values count in neither field. */
  changed: z.int(),
  failed: z.array(z.object({ id: z.int(), title: z.string(), message: z.string() })),
  undo: z.array(manyPostsChange),
});

const manyPostsEnd = z.object({
  /** Whether the action was stopped: posts that it had not reached by then are unchanged. */
  isStopped: z.boolean(),
});

/**
 * In order: a `part` for each few posts, whose `ids` are the posts it has processed; then `done`; or `error`, after
 * which nothing follows, and the work of the earlier parts stays done.
 */
const manyPostsEvent = z
  .discriminatedUnion('event', [
    z.object({
      event: z.literal('part'),
      data: manyPostsOutcome.extend({ ids: z.array(z.int()) }).meta({ id: 'ManyPostsPart' }),
    }),
    z.object({ event: z.literal('done'), data: manyPostsEnd }),
    z.object({ event: z.literal('error'), data: errorBody }),
  ])
  .meta({ id: 'ManyPostsEvent' });
export type ManyPostsEvent = z.output<typeof manyPostsEvent>;

/** The sender's name for a change of many posts, by which it can be stopped. */
const manyPostsKey = z.uuid();

export const changePosts = endpoint({
  name: 'changePosts',
  method: 'POST',
  path: '/api/posts/bulk',
  token: 'publish',
  summary:
    'Changes many posts in one action. One that cannot be changed is named in `failed` and stops no other; `undo` is what to send to have all as it was. With `Accept: text/event-stream` it is told part by part',
  body: z
    .object({ changes: z.array(manyPostsChange).min(1), key: manyPostsKey.optional() })
    .refine(
      ({ changes }) => changes.reduce((count, { posts }) => count + posts.length, 0) <= MOST_POSTS_AT_ONCE,
      'At most 5,000 posts at once, please.',
    ),
  response: manyPostsOutcome.extend(manyPostsEnd.shape),
  stream: 'text/event-stream',
  events: manyPostsEvent,
});

export const stopChangingPosts = endpoint({
  name: 'stopChangingPosts',
  method: 'DELETE',
  path: '/api/posts/bulk/:key',
  token: 'publish',
  summary:
    'Ends the change of many posts that has this key after the posts it is at; its own answer tells what is done',
  params: z.object({ key: manyPostsKey }),
  errors: ['not_found'],
});
