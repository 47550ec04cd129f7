import { z } from 'zod';
import { scopesOf, TOKEN_KINDS, TOKEN_SCOPES } from '#shared/kernel/token-scope.ts';
import { bodyLimits, endpoint } from './endpoint.ts';
import { idParam, isoDate, lineOfText, storedDate } from './fields.ts';

/** The most tokens the owner can have at a time. */
export const MOST_TOKENS = 100;

const apiToken = z
  .object({
    id: z.int(),
    name: z.string(),
    kind: z.enum(TOKEN_KINDS),
    scope: z.enum(TOKEN_SCOPES),
    createdAt: isoDate,
    /** The time from which the token is refused; null for never. */
    endsAt: isoDate.nullable(),
    /** To the minute; null until the token is used. */
    lastUsedAt: isoDate.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof apiToken>;

const tokenFields = z
  .object({
    name: lineOfText(80).min(1, 'Say which program it is for.'),
    kind: z.enum(TOKEN_KINDS),
    scope: z.enum(TOKEN_SCOPES),
    /** Absent: the token does not expire. */
    endsAt: storedDate.optional(),
  })
  .refine(({ kind, scope }) => scopesOf(kind).includes(scope), {
    path: ['scope'],
    message: 'An agent can read and propose, and nothing more.',
  });
export type TokenFields = z.output<typeof tokenFields>;

export const listTokens = endpoint({
  name: 'listTokens',
  method: 'GET',
  path: '/api/tokens',
  summary: 'The tokens of other programs, newest first; a token itself is never shown again',
  response: z.array(apiToken),
});

export const createToken = endpoint({
  name: 'createToken',
  method: 'POST',
  path: '/api/tokens',
  recent: true,
  summary: 'Makes a token for a program or an agent; its text is in this answer alone',
  body: tokenFields,
  bodyLimit: bodyLimits.credentials,
  status: 201,
  response: apiToken.extend({ token: z.string() }).meta({ id: 'NewApiToken' }),
  errors: ['too_many_tokens'],
});

export const deleteToken = endpoint({
  name: 'deleteToken',
  method: 'DELETE',
  path: '/api/tokens/:id',
  recent: true,
  summary: 'Ends a token at once',
  params: z.object({ id: idParam }),
  errors: ['not_found'],
});
