import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam, isoDate, storedDate, storedInteger } from '../fields.ts';
import { post } from './post.ts';
import { draftFields, withoutWaitingPictures } from './post-input.ts';

// A change that waits beside the post that readers see, until the owner or its time puts it in place.

/** All fields that a pending change can set; whether and since when readers see the post is not part of it. */
const changedFields = draftFields.omit({ id: true, version: true, base: true, published: true, publishedAt: true });

/**
 * A field that is absent, in the base too, has the post's current value: the change may come from a program that knew
 * other fields.
 */
const keptFields = changedFields.partial();

export const pendingChange = z
  .object({
    postId: z.int(),
    /** The version of the change, from 1: raised each time the change is stored anew. */
    version: z.int(),
    fields: keptFields,
    /** The post's fields when the change was made from it, and the version the post had then. */
    base: keptFields,
    baseVersion: z.int(),
    /** When the change takes the post's place; null: when the owner says so. */
    dueAt: isoDate.nullable(),
    /** Why the change did not take the post's place when its time came, in words for the owner. */
    problem: z.string().nullable(),
    /** Whether the change can be merged with the post's current fields without asking the owner. */
    isMergeable: z.boolean(),
    updatedAt: isoDate,
  })
  .meta({ id: 'PendingChange' });
export type PendingChange = z.output<typeof pendingChange>;

const params = z.object({ id: idParam });

export const getPendingChange = endpoint({
  name: 'getPendingChange',
  method: 'GET',
  path: '/api/posts/:id/pending',
  token: 'read',
  summary: 'The change that waits beside what readers see of a post',
  params,
  response: pendingChange,
  errors: ['post_not_found', 'not_found', 'pending_conflict'],
});

/** The body that stores a change, before it is checked for waiting pictures. */
export const keptChange = changedFields.extend({
  /** The version of the post the change was made from, as in a save. */
  version: draftFields.shape.version,
  base: draftFields.shape.base,
  /** When the change takes the post's place; null or absent: when the owner says so. */
  dueAt: storedDate.nullable().optional(),
  /** The version of the pending change that was edited; 0 where there was none. Absent: any version. */
  pendingVersion: storedInteger().min(0).optional(),
});

export const keepPendingChange = endpoint({
  name: 'keepPendingChange',
  method: 'PUT',
  path: '/api/posts/:id/pending',
  audit: 'change_kept',
  token: 'publish',
  summary:
    'Keeps a change beside what readers see of a post, in the place of the one there is; a field that is absent stays as it is',
  params,
  body: withoutWaitingPictures(keptChange),
  bodyLimit: bodyLimits.text,
  response: pendingChange,
  errors: ['post_not_found', 'post_conflict', 'pending_conflict'],
});

/**
 * The version of the change that the owner looked at: a change with another version stays as it is. Absent: any
 * version.
 */
const seenChange = z.object({ pendingVersion: idParam.optional() });

export const publishPendingChange = endpoint({
  name: 'publishPendingChange',
  method: 'POST',
  path: '/api/posts/:id/pending/publish',
  token: 'publish',
  summary:
    'Puts the pending change in the place of what readers see now; both are merged, and nothing is done where that needs a question',
  params,
  query: seenChange,
  response: post,
  errors: ['post_not_found', 'not_found', 'pending_conflict', 'slug_taken', 'content_too_complex'],
});

export const discardPendingChange = endpoint({
  name: 'discardPendingChange',
  method: 'DELETE',
  path: '/api/posts/:id/pending',
  audit: 'change_discarded',
  token: 'publish',
  summary: 'Gives a pending change up; what readers see stays',
  params,
  query: seenChange,
  errors: ['post_not_found', 'not_found', 'pending_conflict'],
});
