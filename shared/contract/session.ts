import { z } from 'zod';
import { bodyLimits, endpoint } from './endpoint.ts';
import { atMost, emailField, isoDate, lineOfText, storableText } from './fields.ts';

/** The name of the session cookie; {@link cookieName} gives its name behind https. */
export const SESSION_COOKIE = 'ninefold.sid';

/**
 * Returns the name of one of our cookies. Behind https, the prefix makes the browser ensure that no other host of the
 * domain can set the cookie and that it is sent over https only (RFC 6265bis, cookie name prefixes); such a cookie has
 * the path "/".
 */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name);

/** Whether a cookie of this name holds a session. */
export const isSessionCookie = (name: string): boolean =>
  name === SESSION_COOKIE || name === cookieName(SESSION_COOKIE, true);

/** The name of the cookie that identifies a browser which has signed in before. It gives no access. */
export const DEVICE_COOKIE = 'ninefold.device';

/** The header in which the desktop app identifies itself; a browser sends none. */
export const CLIENT_HEADER = 'x-ninefold-client';

/** The owner as the admin sees it. */
export const adminRecord = z.object({ id: z.int(), email: z.string(), name: z.string() }).meta({ id: 'Admin' });
export type AdminRecord = z.output<typeof adminRecord>;

/** The owner who is signed in. */
const me = adminRecord
  .extend({
    /**
     * True while the owner has a generated password; absent otherwise. Nothing else is answered until another one is
     * chosen.
     */
    mustChoosePassword: z.literal(true).optional(),
  })
  .meta({ id: 'Me' });
export type Me = z.output<typeof me>;

/** The time of hashing grows with the length; no password that anyone types is longer than this. */
const MAX_PASSWORD_LENGTH = 1024;

/** The login form. */
export const loginFields = z.object({
  email: emailField('Invalid email address'),
  password: z.string().min(1, 'Password is required').max(MAX_PASSWORD_LENGTH),
});

/** A new password: of the minimum length, and not one that attackers try first (docs/rules.md, "Passwords"). */
const newPassword = storableText
  .min(6, 'Password must be at least 6 characters')
  .max(MAX_PASSWORD_LENGTH, atMost(MAX_PASSWORD_LENGTH));

/** A form field that may be left blank; the stored value then stays. */
const blankKeeps = <S extends z.ZodType<string, string>>(field: S) =>
  z
    .string()
    .transform((text) => (text === '' ? undefined : text))
    .pipe(field.optional())
    .optional();

/** The credentials form: an absent or blank field stays as it is. */
export const credentialsFields = z.object({
  email: blankKeeps(emailField('Must be a valid email')),
  password: blankKeeps(newPassword),
  name: blankKeeps(lineOfText(120).min(1, 'Name is required')),
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/api/auth/login',
  access: 'public',
  summary:
    'Signs the owner in: sets the session cookie, always with a new id. With a second factor: the first of two steps, answered 401 `second_factor_required`',
  body: loginFields,
  bodyLimit: bodyLimits.credentials,
  response: adminRecord,
  errors: ['invalid_credentials', 'second_factor_required', 'first_password_over', 'rate_limited'],
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/api/auth/logout',
  summary: 'Signs out; the session is dead on the server too',
  firstPassword: true,
});

export const getMe = endpoint({
  name: 'getMe',
  method: 'GET',
  path: '/api/auth/me',
  summary: 'Who is signed in; 401 when nobody is',
  firstPassword: true,
  response: me,
});

export const updateCredentials = endpoint({
  name: 'updateCredentials',
  method: 'PUT',
  path: '/api/auth/admin/credentials',
  summary: 'Changes the owner’s e-mail, password or name; a new password signs every other session out',
  firstPassword: true,
  recent: ({ email, password }) => email !== undefined || password !== undefined,
  body: credentialsFields,
  response: adminRecord,
  errors: ['name_taken', 'rate_limited'],
});

/** A browser or app in which the owner is signed in. `id` names the row and is not the cookie. */
const sessionRecord = z
  .object({
    id: z.string(),
    userAgent: z.string(),
    via: z.enum(['browser', 'desktop']),
    createdAt: isoDate,
    lastSeen: isoDate,
    /** True for the session that makes the request. */
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export type SessionRecord = z.output<typeof sessionRecord>;

export const getReset = endpoint({
  name: 'getReset',
  method: 'GET',
  path: '/api/auth/reset',
  access: 'public',
  summary: 'Whether a lost password can be set anew by mail here',
  response: z.object({ isOpen: z.boolean() }),
});

export const askReset = endpoint({
  name: 'askReset',
  method: 'POST',
  path: '/api/auth/reset',
  access: 'public',
  summary: 'Mails a link for a new password to the owner; the answer is the same whatever address is given',
  body: loginFields.pick({ email: true }),
  bodyLimit: bodyLimits.credentials,
  errors: ['rate_limited', 'mail_not_configured'],
});

export const useReset = endpoint({
  name: 'useReset',
  method: 'PUT',
  path: '/api/auth/reset',
  access: 'public',
  summary:
    'Sets a new password with the secret of a mailed link, once; every session ends, and nobody is signed in by it',
  body: z.object({ secret: z.string().regex(/^[\w-]{43}$/, 'This is no link of ours'), password: newPassword }),
  bodyLimit: bodyLimits.credentials,
  errors: ['reset_link_over', 'rate_limited'],
});

export const confirmPassword = endpoint({
  name: 'confirmPassword',
  method: 'POST',
  path: '/api/auth/confirm',
  summary:
    'Gives the password again: for ten minutes the session may do what asks for a recent sign-in. Sets the session cookie anew',
  firstPassword: true,
  body: loginFields.pick({ password: true }),
  bodyLimit: bodyLimits.credentials,
  errors: ['invalid_credentials', 'rate_limited'],
});

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
  recent: true,
  summary: 'Signs one session out',
  params: z.object({ id: z.string().min(1).max(200) }),
  errors: ['not_found'],
});
