import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam, isoDate, storedDate, storedInteger } from '../fields.ts';
import { post } from './post.ts';
import { draftFields, withoutWaitingPictures } from './post-input.ts';

// A change that waits beside what readers see of a post, until the owner or its time puts it in its place.

/** Everything a pending change can say of a post; whether and since when readers see it stays the post's own. */
const changedFields = draftFields.omit({ id: true, version: true, base: true, published: true, publishedAt: true });

/** Of the base as well, what is not there is as the post has it now: the change may be of a program that knew other fields. */
const keptFields = changedFields.partial();

export const pendingChange = z
  .object({
    postId: z.int(),
    /** Of the change, from 1: counted up each time it is kept anew. */
    version: z.int(),
    fields: keptFields,
    /** What the post said when the change was made from it, and which version that was. */
    base: keptFields,
    baseVersion: z.int(),
    /** When it takes the post's place; null when the owner says so. */
    dueAt: isoDate.nullable(),
    /** Why it did not when its time came, in words for the owner. */
    problem: z.string().nullable(),
    /** Whether it goes together with what the post says now without a question. */
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

/** What is sent of a change that is to be kept, before it is looked at for pictures that wait. */
export const keptChange = changedFields.extend({
  /** The version of the post the change was made from, as in a save. */
  version: draftFields.shape.version,
  base: draftFields.shape.base,
  /** When it takes the post's place; null or absent: when the owner says so. */
  dueAt: storedDate.nullable().optional(),
  /** The version of the pending change that was edited; 0 for none. Absent: whichever there is. */
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

/** The version of the change that was looked at: another one is left as it is. Absent: whichever there is. */
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
