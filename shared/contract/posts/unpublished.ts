import { z } from 'zod';
import { postFieldTable } from '#shared/kernel/post-field-table.ts';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam, isoDate, textUpTo } from '../fields.ts';
import { draftFields } from './post-input.ts';

// Views of a post that is not live: for others, or for the owner before a save. Both are pages at an address that
// nobody can guess; the pages say what they are, and no search engine and no cache keeps them.

/** A share link as lists show it: only those who have the address know its secret. */
const shareLink = z.object({ id: z.int(), createdAt: isoDate }).meta({ id: 'ShareLink' });
export type ShareLink = z.output<typeof shareLink>;

/** A share link that was just made; only this answer contains `path`. */
const madeShareLink = shareLink.extend({ path: z.string() }).meta({ id: 'MadeShareLink' });

/** The most links a post may have at a time. */
export const MOST_SHARE_LINKS = 20;

export const listShareLinks = endpoint({
  name: 'listShareLinks',
  method: 'GET',
  path: '/api/posts/:id/share-links',
  summary: 'The links under which others can read a post as it was last saved, newest first, without their addresses',
  params: z.object({ id: idParam }),
  response: z.array(shareLink),
  errors: ['post_not_found'],
});

export const createShareLink = endpoint({
  name: 'createShareLink',
  method: 'POST',
  path: '/api/posts/:id/share-links',
  audit: 'share_link_made',
  summary: 'Makes a link under which whoever has it can read the post as it was last saved, until the link is ended',
  params: z.object({ id: idParam }),
  status: 201,
  response: madeShareLink,
  errors: ['post_not_found', 'too_many_links'],
});

export const endShareLink = endpoint({
  name: 'endShareLink',
  method: 'DELETE',
  path: '/api/posts/:id/share-links/:linkId',
  audit: 'share_link_ended',
  summary: 'Ends a share link: its address is 404 from then on',
  params: z.object({ id: idParam, linkId: idParam }),
  errors: ['not_found'],
});

export const previewPost = endpoint({
  name: 'previewPost',
  method: 'POST',
  path: '/api/posts/preview',
  summary: 'Renders what was typed as the post’s page and writes nothing; its address lasts for ten minutes',
  body: draftFields
    .omit({ version: true, base: true })
    // Every field may still be empty.
    .extend({ title: textUpTo(postFieldTable.title.max) }),
  bodyLimit: bodyLimits.text,
  response: z.object({ path: z.string() }),
  errors: ['content_too_complex'],
});
