import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { idParam, pagingQuery, textUpTo } from './fields.ts';

/** The most redirects the owner can have made (docs/rules.md, "Redirects"). */
export const MOST_REDIRECTS = 10_000;

/** The most characters of an address. */
const LONGEST = 2000;

/**
 * The owner made `own` redirects; the others were made automatically when a post, a tag or an author got another
 * address.
 */
const redirectKind = z.enum(['own', 'post', 'tag', 'author']);

const redirectStatus = z.literal([301, 302]);

const redirect = z
  .object({
    /** Null for a redirect that was made automatically. */
    id: z.int().nullable(),
    kind: redirectKind,
    /** Path and query: "/2019/05/old-post.html". */
    path: z.string(),
    /** A path of the site, or a complete http(s) address. */
    target: z.string(),
    status: redirectStatus,
  })
  .meta({ id: 'Redirect' });
export type Redirect = z.output<typeof redirect>;

/**
 * A redirect that was saved. `target` is the address it finally leads to; `others` counts the redirects that were
 * pointed past it at the same time.
 */
const savedRedirect = redirect.extend({ others: z.int() }).meta({ id: 'SavedRedirect' });

const address = (message: string) => textUpTo(LONGEST).refine((text) => text.trim() !== '', message);

export const redirectFields = z.object({
  path: address('Say which address leads elsewhere.'),
  target: address('Say where it leads.'),
  status: redirectStatus,
});
export type RedirectFields = z.output<typeof redirectFields>;

export const listRedirects = endpoint({
  name: 'listRedirects',
  method: 'GET',
  path: '/api/redirects',
  summary: 'Addresses that lead elsewhere: the owner’s, then those that came of themselves. X-Total-Count is the total',
  query: pagingQuery.pick({ limit: true, page: true }).extend({
    /** Text that one of the two addresses contains. */
    q: z.string().max(300).optional(),
  }),
  response: z.array(redirect),
});

export const createRedirect = endpoint({
  name: 'createRedirect',
  method: 'POST',
  path: '/api/redirects',
  audit: 'redirect_made',
  summary: 'Leads an address elsewhere; where another redirect begins there, straight to where that leads',
  body: redirectFields,
  status: 201,
  response: savedRedirect,
});

export const updateRedirect = endpoint({
  name: 'updateRedirect',
  method: 'PUT',
  path: '/api/redirects/:id',
  audit: 'redirect_changed',
  summary: 'Changes a redirect of the owner’s',
  params: z.object({ id: idParam }),
  body: redirectFields,
  response: savedRedirect,
  errors: ['not_found'],
});

export const deleteRedirect = endpoint({
  name: 'deleteRedirect',
  method: 'DELETE',
  path: '/api/redirects',
  audit: 'redirect_deleted',
  summary: 'Ends a redirect of any kind, named by the address it leads away from',
  query: z.object({ path: z.string().max(LONGEST * 3) }),
  errors: ['not_found'],
});
