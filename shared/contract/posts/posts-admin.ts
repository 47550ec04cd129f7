import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam } from '../fields.ts';
import { post } from './post.ts';
import {
  draftFields,
  editedVersion,
  letterWish,
  postChanges,
  postFields,
  withoutWaitingPictures,
} from './post-input.ts';

// The owner's calls on one post.

export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/posts',
  token: 'publish',
  summary: 'Makes a post',
  body: withoutWaitingPictures(postFields.extend(letterWish)),
  bodyLimit: bodyLimits.text,
  status: 201,
  response: post,
  errors: ['slug_taken', 'content_too_complex', 'idempotency_mismatch'],
  idempotent: true,
});

export const updatePost = endpoint({
  name: 'updatePost',
  method: 'PUT',
  path: '/api/posts/:id',
  token: 'publish',
  summary: 'Changes any of a post’s fields; `version` names the one that was edited, `base` says what it said',
  params: z.object({ id: idParam }),
  body: withoutWaitingPictures(postChanges.partial().extend(editedVersion)),
  bodyLimit: bodyLimits.text,
  response: post,
  errors: ['post_not_found', 'slug_taken', 'post_conflict', 'content_too_complex'],
});

export const saveDraft = endpoint({
  name: 'saveDraft',
  method: 'POST',
  path: '/api/posts/draft',
  token: 'write',
  summary: 'Saves a draft: published false, updated when `id` is given',
  body: withoutWaitingPictures(draftFields.extend(letterWish)),
  bodyLimit: bodyLimits.text,
  response: post,
  errors: ['post_not_found', 'slug_taken', 'post_conflict', 'content_too_complex', 'idempotency_mismatch'],
  idempotent: true,
});

export const deletePost = endpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/api/posts/:id',
  token: 'publish',
  summary: 'Moves a post to the bin, where it stays for 30 days',
  params: z.object({ id: idParam }),
  errors: ['post_not_found'],
});

export const undeletePost = endpoint({
  name: 'undeletePost',
  method: 'POST',
  path: '/api/posts/:id/undelete',
  token: 'publish',
  summary: 'Takes a post back out of the bin',
  params: z.object({ id: idParam }),
  response: post,
  errors: ['post_not_found', 'slug_taken'],
});
