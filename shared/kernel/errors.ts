/**
 * The one registry of error codes (docs/rules.md, "Errors"): the HTTP status of each, and what the person can do about
 * it. Code branches on `code`, people read `message`, developers read the log.
 */
export const errorRegistry = {
  invalid_input: { status: 400, message: 'Some of what was sent is not valid. Check the marked fields and try again.' },
  malformed_json: { status: 400, message: 'The request body is not valid JSON.' },
  bad_request: { status: 400, message: 'The request could not be understood.' },
  unauthorized: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Invalid email or password' },
  second_factor_required: { status: 401, message: 'One more step is needed to sign in.' },
  sign_in_expired: { status: 401, message: 'This sign-in took too long. Enter your password again.' },
  wrong_code: { status: 401, message: 'This code is not right, or was used before.' },
  passkey_refused: { status: 401, message: 'This passkey was not accepted. Use another way.' },
  first_password_over: {
    status: 401,
    message:
      'This password was made up for the first sign-in, and was good for a day. Make another on the server: npm run admin:reset-password.',
  },
  ai_budget_reached: {
    status: 402,
    message: 'The monthly AI budget is used up. Raise the monthly limit in Settings, AI, or wait for the next month.',
  },
  cross_site: { status: 403, message: 'This request came from another site and was refused.' },
  password_required: { status: 403, message: 'Give your password again to change this.' },
  first_password: { status: 403, message: 'Choose a password of your own first.' },
  scope_too_small: { status: 403, message: 'This token is not allowed to do that.' },
  not_found: { status: 404, message: 'What you asked for does not exist.' },
  post_not_found: { status: 404, message: "The blog post you're looking for doesn't exist." },
  category_not_found: { status: 404, message: "The category you're looking for doesn't exist." },
  method_not_allowed: { status: 405, message: 'This address does not answer to that method.' },
  slug_taken: { status: 409, message: 'Another post already uses this slug. Choose a different one.' },
  name_taken: { status: 409, message: 'That name is already in use. Choose a different one.' },
  letters_not_ready: {
    status: 409,
    message:
      'No letter goes out without a mail server, the sender’s name, a reply address and a postal address. Letters says what is missing.',
  },
  post_conflict: { status: 409, message: 'This post was changed elsewhere since you opened it.' },
  pending_conflict: {
    status: 409,
    message: 'The pending change does not go together with what the post says now. Open it, compare both and decide.',
  },
  still_in_use: { status: 409, message: 'This is still in use. Say what should take its place first.' },
  history_conflict: {
    status: 409,
    message: 'This does not go together with what is there now. Nothing was changed.',
  },
  reset_link_over: {
    status: 410,
    message: 'This link is not good any more: it was used, or is older than 30 minutes. Ask for a new one.',
  },
  too_many_links: { status: 409, message: 'This post has as many share links as it can have. End one of them first.' },
  too_many_tokens: { status: 409, message: 'There are as many tokens as there can be. Delete one of them first.' },
  passkey_alone: {
    status: 409,
    message: 'A passkey cannot be the only second factor. Keep an authenticator app or recovery codes beside it.',
  },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys work in a browser, at the site’s own https address or at localhost.',
  },
  too_many_passkeys: { status: 409, message: 'There are as many passkeys as there can be. Remove one of them first.' },
  already_follows: { status: 409, message: 'This address follows already.' },
  address_suppressed: {
    status: 409,
    message: 'Letters to this address came back, or were called spam. Nothing is sent to it any more.',
  },
  batch_elsewhere: { status: 409, message: 'Another device drives this batch now, or the server does.' },
  too_many_webhooks: { status: 409, message: 'There are as many webhooks as there can be. Delete one of them first.' },
  too_many_proposals: {
    status: 409,
    message: 'As many proposals of this token wait as can wait. The owner decides on them first.',
  },
  import_running: { status: 409, message: 'Another import is under way. Wait until it is done.' },
  import_refused: { status: 409, message: 'This import is in no state in which that can be done.' },
  cursor_unknown: {
    status: 410,
    message: 'The server does not know this place in its log. Everything is compared anew.',
  },
  history_gone: { status: 410, message: 'This is not kept any more, so that it cannot be restored.' },
  other_site: {
    status: 410,
    message:
      'Another site answers at this address now. Nothing was written to it; what you typed stays on this computer. Load this page again to see which site it is.',
  },
  payload_too_large: { status: 413, message: 'What was sent is larger than this address accepts.' },
  unsupported_media_type: { status: 415, message: 'This content type is not accepted here.' },
  unknown_host: {
    status: 421,
    message: 'This server does not answer under this name. SITE_URL must be the address people use.',
  },
  content_too_complex: {
    status: 422,
    message: 'This text is too large or too deeply nested to be rendered. Shorten or split it.',
  },
  idempotency_mismatch: {
    status: 422,
    message: 'This key was already used for a different request. Start again with a new one.',
  },
  picture_refused: {
    status: 422,
    message: 'This file is not a picture we can use. PNG, JPEG, GIF, WebP and AVIF up to 10 MB are accepted.',
  },
  update_refused: {
    status: 422,
    message: 'Some of these changes cannot be read, or would make a document too large. Nothing was stored.',
  },
  rate_limited: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  internal: { status: 500, message: 'Something went wrong on our side. Try again in a moment.' },
  not_built: { status: 501, message: 'This part is not available yet.' },
  mail_refused: { status: 502, message: 'The mail server did not take the letter.' },
  ai_provider_failed: { status: 502, message: 'The AI provider could not answer. Try again in a moment.' },
  ai_stopped: { status: 409, message: 'This answer was stopped before it was complete.' },
  ai_refused: { status: 422, message: 'The AI provider refused this request.' },
  ai_context_too_large: {
    status: 422,
    message: 'The prompt and its context are too large for the model (maximum context length).',
  },
  ai_not_configured: {
    status: 503,
    message: 'AI is not set up. Add a provider in Settings, AI.',
  },
  mail_not_configured: {
    status: 503,
    message: 'E-mail is not set up: the server knows no mail server. Whoever runs it can set one.',
  },
  storage_full: { status: 507, message: 'The server’s disk is full. Nothing was stored: make room and try again.' },
  storage_unavailable: {
    status: 503,
    message: 'The place where pictures are kept does not answer. Nothing was stored; try again in a moment.',
  },
  overloaded: { status: 503, message: 'The server is busy. Try again in a few seconds.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorRegistry;

/** The kinds of faults of an AI provider that can be distinguished, for the person who sets it up. */
export const providerFaults = [
  'key',
  'billing',
  'model',
  'not_reachable',
  'certificate',
  'refused_address',
  'redirect',
  'not_openai',
  'busy',
] as const;
export type ProviderFault = (typeof providerFaults)[number];

/** One fault of one field, as zod reports it: `path` has dots ("category.slug"); it is empty for the whole body. */
export interface Issue {
  path: string;
  message: string;
}

/**
 * The JSON body of every error answer. `current` is the stored row in a conflict, so that merging needs no further
 * request.
 */
export interface ErrorBody {
  code: ErrorCode;
  message: string;
  issues?: Issue[] | undefined;
  current?: unknown;
  /** The kind of fault of an AI provider, where it can be determined. */
  reason?: ProviderFault | undefined;
  requestId?: string | undefined;
}

export interface AppErrorOptions {
  message?: string;
  issues?: Issue[];
  current?: unknown;
  reason?: ProviderFault | undefined;
  cause?: unknown;
}

/** An error that ends a request: thrown by services, turned into {@link ErrorBody} by `server/http/error-handler`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: Issue[] | undefined;
  readonly current: unknown;
  readonly reason: ProviderFault | undefined;

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(options.message ?? errorRegistry[code].message, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.status = errorRegistry[code].status;
    this.issues = options.issues;
    this.current = options.current;
    this.reason = options.reason;
  }
}
