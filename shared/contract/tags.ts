import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, lineOfText, slugParam } from './fields.ts';

export const tag = z.object({ id: z.int(), name: z.string(), slug: z.string() }).meta({ id: 'Tag' });
export type Tag = z.output<typeof tag>;

const tagWithCount = tag.extend({ postCount: z.int() }).meta({ id: 'TagWithCount' });
export type TagWithCount = z.output<typeof tagWithCount>;

export const tagName = lineOfText(80).min(1, 'Name is required');

export const tagFields = z.object({ name: tagName });

export const listTags = endpoint({
  name: 'listTags',
  method: 'GET',
  path: '/api/tags',
  access: 'public',
  token: 'read',
  summary: 'All tags that at least one live post carries; with a session all tags',
  response: z.array(tag),
});

export const getTag = endpoint({
  name: 'getTag',
  method: 'GET',
  path: '/api/tags/:slug',
  access: 'public',
  token: 'read',
  summary: 'One tag by slug, with the number of live posts; one that no live post carries is 404 without a session',
  params: z.object({ slug: slugParam }),
  response: tagWithCount,
  errors: ['not_found'],
});

export const createTag = endpoint({
  name: 'createTag',
  method: 'POST',
  path: '/api/tags',
  audit: 'tag_created',
  summary: 'Makes a tag',
  body: tagFields,
  status: 201,
  response: tag,
  errors: ['name_taken'],
});

export const updateTag = endpoint({
  name: 'updateTag',
  method: 'PUT',
  path: '/api/tags/:id',
  summary: 'Renames a tag; `mergeInto` gives its posts to another tag and deletes it',
  params: z.object({ id: idParam }),
  body: z.object({ name: tagName.optional(), mergeInto: z.number().int().positive().optional() }),
  response: tag,
  errors: ['not_found', 'name_taken'],
});

export const deleteTag = endpoint({
  name: 'deleteTag',
  method: 'DELETE',
  path: '/api/tags/:id',
  summary: 'Takes a tag off all posts and deletes it',
  params: z.object({ id: idParam }),
  errors: ['not_found'],
});
