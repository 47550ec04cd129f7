import { z } from 'zod';
import { pick } from '#shared/kernel/record-of.ts';
import { endpoint } from '../endpoint.ts';
import { errorBody } from '../error-body.ts';
import { isoDate, storedInteger } from '../fields.ts';
import { tagName } from '../tags.ts';
import { postChanges } from './post-input.ts';

// One action on many posts.

/**
 * What one action gives many posts: what is absent stays as it is. Tags are told apart as everywhere. A date of null takes
 * the one that there is, but of a post that is published.
 */
const manyPostsFields = z.object({
  ...pick(postChanges.shape, ['published', 'featured', 'categoryId']),
  /** As answers have it: an undo is sent as it came. */
  publishedAt: isoDate.nullable(),
  authorId: storedInteger().min(1),
  /** Into the bin, or out of it. */
  deleted: z.boolean(),
  /** All of them, in their order; the next two are done to these then. */
  tags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  addTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
  removeTags: z.array(tagName).max(50, 'At most 50 tags, please.'),
});

/** The posts one call may change. */
export const MOST_POSTS_AT_ONCE = 5000;

/** Posts that are to be given the same. A post with a `version` is changed only while it is that version. */
const manyPostsChange = z
  .object({
    posts: z.array(z.object({ id: storedInteger().min(1), version: storedInteger().min(1).optional() })).min(1),
    set: manyPostsFields.partial().refine((set) => Object.keys(set).length > 0, 'Say what is to be changed.'),
  })
  .meta({ id: 'ManyPostsChange' });
export type ManyPostsChange = z.output<typeof manyPostsChange>;

const manyPostsOutcome = z.object({
  /** How many are other than before. Those that were as they should be count in neither. */
  changed: z.int(),
  failed: z.array(z.object({ id: z.int(), title: z.string(), message: z.string() })),
  undo: z.array(manyPostsChange),
});

const manyPostsEnd = z.object({
  /** It was stopped: posts that were not gone through by then are as they were. */
  isStopped: z.boolean(),
});

/**
 * In order: a `part` for each few posts, whose `ids` are those that were gone through; then `done`; or `error`, after which
 * nothing comes, while what the parts have told is done.
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

/** What its sender calls a change of many posts, to stop it by. */
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
