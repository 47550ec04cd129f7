import { z } from 'zod';
import { comparedTexts, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { recordOf } from '#shared/kernel/record-of.ts';
import { endpoint } from '../endpoint.ts';
import { idParam, isoDate, pagingQuery } from '../fields.ts';
import { post } from './post.ts';

/** The texts of a post before a save. */
const postRevision = z
  .object({
    id: z.int(),
    postId: z.int(),
    version: z.int(),
    ...recordOf(comparedTexts, (name) => [name, postFieldTable[name].isPlain ? z.string().default('') : z.string()]),
    /**
     * Fields whose stored value cannot be read, and fields that a newer program named; absent where there are none.
     * Restoring leaves these fields as they are.
     */
    unread: z.array(z.string()).optional(),
    createdAt: isoDate,
  })
  .meta({ id: 'PostRevision' });
export type PostRevision = z.output<typeof postRevision>;

export const listPostRevisions = endpoint({
  name: 'listPostRevisions',
  method: 'GET',
  path: '/api/posts/:id/revisions',
  token: 'read',
  summary: 'Every version before the present one, newest first',
  params: z.object({ id: idParam }),
  query: pagingQuery,
  response: z.array(postRevision),
  errors: ['post_not_found'],
});

export const restorePostRevision = endpoint({
  name: 'restorePostRevision',
  method: 'POST',
  path: '/api/posts/:id/revisions/:revisionId/restore',
  token: 'publish',
  summary: 'Makes a revision the present text; what it replaces becomes a revision itself',
  params: z.object({ id: idParam, revisionId: idParam }),
  response: post,
  errors: ['post_not_found', 'not_found', 'slug_taken', 'content_too_complex'],
});
