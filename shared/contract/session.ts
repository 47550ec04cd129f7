import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emailField, isoDate, lineOfText, storableText } from './fields.ts';

/** Name of the session cookie (design §4, “Sessions”). */
export const SESSION_COOKIE = 'ninefold.sid';

/** The owner as the admin sees it. */
export const adminRecord = z.object({ id: z.int(), email: z.string(), name: z.string() }).meta({ id: 'Admin' });
export type AdminRecord = z.output<typeof adminRecord>;

/** Hashing costs time by length; no password anyone types is longer than this. */
const MAX_PASSWORD_LENGTH = 1024;

/** Login form (admin spec §5). */
export const loginFields = z.object({
  email: emailField('Invalid email address'),
  password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_LENGTH),
});

/** Credentials form (admin spec §5): only filled values are sent, and what is absent stays as it is. */
export const credentialsFields = z.object({
  email: emailField('Must be a valid email').optional(),
  password: storableText.min(6, 'Password must be at least 6 characters').max(MAX_PASSWORD_LENGTH).optional(),
  name: lineOfText(120).min(1, 'Name is required').optional(),
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary: 'Signs the owner in: sets the session cookie, always with a new id',
  body: loginFields,
  response: adminRecord,
  errors: ['invalid_credentials', 'rate_limited'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Signs out; the session is dead on the server too',
});

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who is signed in; 401 when nobody is',
  response: adminRecord,
});

export const updateCredentials = endpoint({
  name: 'updateCredentials',
  method: 'PUT',
  path: '/api/auth/admin/credentials',
  summary: 'Changes the owner’s e-mail, password or name; a new password signs every other session out',
  body: credentialsFields,
  response: adminRecord,
  errors: ['rate_limited'],
});

/** A place the owner is signed in. `id` names the row and is not the cookie. */
export const sessionRecord = z
  .object({
    id: z.string(),
    userAgent: z.string(),
    via: z.enum(['browser', 'desktop']),
    createdAt: isoDate,
    lastSeen: isoDate,
    /** True for the session that asks. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.output<typeof sessionRecord>;

export const listSessions = endpoint({
  name: 'listSessions',
  method: 'GET',
  path: '/api/auth/sessions',
  summary: 'Where the owner is signed in, last seen first',
  response: z.array(sessionRecord),
});

export const endSession = endpoint({
  name: 'endSession',
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  summary: 'Signs one session out',
  params: z.object({ id: z.string().min(1).max(200) }),
  errors: ['not_found'],
});
