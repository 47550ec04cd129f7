import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { atMost, emailField, idParam, lineOfText, slugParam, storableText } from './fields.ts';

/** An author as readers see one. The e-mail address is not included. */
export const author = z
  .object({
    id: z.int(),
    name: z.string(),
    /** Absent in answers of servers from before authors had slugs: such a server has no page of the author. */
    slug: z.string().default(''),
    bio: z.string(),
    avatar: z.string().nullable(),
  })
  .meta({ id: 'Author' });
export type Author = z.output<typeof author>;

const authorWithCount = author.extend({ postCount: z.int() }).meta({ id: 'AuthorWithCount' });
export type AuthorWithCount = z.output<typeof authorWithCount>;

/** The fields that can be written, without defaults: in a change, an absent field stays as it is. */
const authorChanges = z.object({
  name: lineOfText(120).min(1, 'Name is required'),
  email: emailField('Must be a valid email'),
  bio: storableText.trim().max(2000, atMost(2000)),
  avatar: storableText.trim().max(2000, atMost(2000)).nullable(),
});

export const authorFields = authorChanges.extend({
  bio: authorChanges.shape.bio.default(''),
  avatar: authorChanges.shape.avatar.default(null),
});

/** An author as the owner sees one. */
export const authorRecord = author.extend({ email: z.string() }).meta({ id: 'AuthorRecord' });

/** An author in a list: with the e-mail address only where the owner asks. */
const listedAuthor = author.extend({ email: z.string().optional() }).meta({ id: 'ListedAuthor' });
export type ListedAuthor = z.output<typeof listedAuthor>;

export const listAuthors = endpoint({
  name: 'listAuthors',
  method: 'GET',
  path: '/api/authors',
  access: 'public',
  token: 'read',
  summary: 'All authors; their e-mail addresses with a session only. `named`: those of live posts whom a search names',
  query: z.object({
    /** A search text. */
    named: z.string().max(500).optional(),
  }),
  response: z.array(listedAuthor),
});

export const getAuthor = endpoint({
  name: 'getAuthor',
  method: 'GET',
  path: '/api/authors/:slug',
  access: 'public',
  token: 'read',
  summary: 'One author by slug, with the number of live posts',
  params: z.object({ slug: slugParam }),
  response: authorWithCount,
  errors: ['not_found'],
});

export const createAuthor = endpoint({
  name: 'createAuthor',
  method: 'POST',
  path: '/api/authors',
  audit: 'author_created',
  summary: 'Makes an author',
  body: authorFields,
  status: 201,
  response: authorRecord,
  errors: ['name_taken'],
});

export const updateAuthor = endpoint({
  name: 'updateAuthor',
  method: 'PUT',
  path: '/api/authors/:id',
  summary: 'Changes any of an author’s fields',
  params: z.object({ id: idParam }),
  body: authorChanges.partial(),
  response: authorRecord,
  errors: ['not_found', 'name_taken'],
});

export const deleteAuthor = endpoint({
  name: 'deleteAuthor',
  method: 'DELETE',
  path: '/api/authors/:id',
  summary: 'Deletes an author; the posts move to `moveTo`',
  params: z.object({ id: idParam }),
  query: z.object({ moveTo: idParam.optional() }),
  errors: ['not_found', 'still_in_use'],
});
