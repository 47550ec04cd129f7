import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { isoDate, storedInteger, textUpTo } from './fields.ts';

/**
 * A link within the site that does not lead where it says (docs/rules.md, "Links within the site"): to nothing
 * (`missing`), to a post, tag or similar thing that readers do not see (`unpublished`), or to an address that redirects
 * (`redirected`; `to` then says where).
 */
const linkFault = z
  .object({
    kind: z.enum(['missing', 'unpublished', 'redirected']),
    /** The link's text; for a picture, its alternative text. */
    text: z.string(),
    /** The address as it is written in the post. */
    address: z.string(),
    to: z.string().nullable(),
  })
  .meta({ id: 'LinkFault' });
export type LinkFault = z.output<typeof linkFault>;

/** The most faults that one answer lists; the rest is only counted. */
export const MOST_FAULTS = 500;

const postLinkFault = linkFault.extend({
  post: z.object({ id: z.int(), title: z.string(), published: z.boolean(), publishedAt: isoDate.nullable() }),
});
export type PostLinkFault = z.output<typeof postLinkFault>;

export const listLinkFaults = endpoint({
  name: 'listLinkFaults',
  method: 'GET',
  path: '/api/links/faults',
  summary: 'Links within the site, in all posts outside the bin, that do not lead where they say; the first 500',
  response: z.object({
    faults: z.array(postLinkFault),
    total: z.int(),
    /** The number of posts that were checked. */
    posts: z.int(),
  }),
});

export const leadLinkOn = endpoint({
  name: 'leadLinkOn',
  method: 'POST',
  path: '/api/links/lead-on',
  summary: 'Writes, in a post, the address a redirected link leads to in the place of the one it has',
  body: z.object({ id: storedInteger().min(1), address: textUpTo(10_000) }),
  response: z.object({
    /** The number of links that were rewritten. */
    changed: z.int(),
    to: z.string(),
  }),
  errors: ['post_not_found', 'not_found', 'post_conflict', 'content_too_complex'],
});
