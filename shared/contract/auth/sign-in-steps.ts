import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { isoDate, storableText } from '../fields.ts';
import { adminRecord, login } from '../session.ts';
import { requestOptions, usedPasskey } from './passkey-shapes.ts';
import { oneTimeCode } from './second-factors.ts';

// The second step of a sign-in. A cookie, set by the answer to the first step, says which sign-in it belongs to.

/** The name of the cookie between the first and the second step of a sign-in. */
export const STEP_COOKIE = 'ninefold.step';

/** The ways to do the second step. */
const SIGN_IN_WAYS = ['totp', 'passkey', 'recovery-code', 'approval'] as const;
export type SignInWay = (typeof SIGN_IN_WAYS)[number];

const gone = ['sign_in_expired', 'rate_limited'] as const;

export const getSignInStep = endpoint({
  name: 'getSignInStep',
  method: 'GET',
  path: '/api/auth/login/step',
  access: 'public',
  summary: 'In which ways a sign-in whose password was right can be finished, the likeliest first',
  response: z.object({ ways: z.array(z.enum(SIGN_IN_WAYS)), endsAt: isoDate }).meta({ id: 'SignInStep' }),
  errors: ['sign_in_expired'],
});

export const signInWithTotp = endpoint({
  name: 'signInWithTotp',
  method: 'POST',
  path: '/api/auth/login/totp',
  access: 'public',
  summary: 'Finishes a sign-in with a code of the authenticator app; each code is good once',
  body: z.object({ code: oneTimeCode }),
  bodyLimit: bodyLimits.credentials,
  response: adminRecord,
  errors: ['wrong_code', ...gone],
});

export const signInWithRecoveryCode = endpoint({
  name: 'signInWithRecoveryCode',
  method: 'POST',
  path: '/api/auth/login/recovery-code',
  access: 'public',
  summary: 'Finishes a sign-in with a recovery code; each is good once',
  body: z.object({ code: storableText.min(1, 'Enter one of your recovery codes.').max(100) }),
  bodyLimit: bodyLimits.credentials,
  response: adminRecord,
  errors: ['wrong_code', ...gone],
});

export const startPasskeySignIn = endpoint({
  name: 'startPasskeySignIn',
  method: 'POST',
  path: '/api/auth/login/passkey/options',
  access: 'public',
  summary: 'What the browser asks a passkey with; good once',
  response: requestOptions,
  errors: ['passkeys_unavailable', ...gone],
});

export const signInWithPasskey = endpoint({
  name: 'signInWithPasskey',
  method: 'POST',
  path: '/api/auth/login/passkey',
  access: 'public',
  summary: 'Finishes a sign-in with what a passkey has signed',
  body: z.object({ passkey: usedPasskey }),
  bodyLimit: bodyLimits.message,
  response: adminRecord,
  errors: ['passkey_refused', 'passkeys_unavailable', ...gone],
});

export const askApproval = endpoint({
  name: 'askApproval',
  method: 'POST',
  path: '/api/auth/login/approval',
  access: 'public',
  summary:
    'A short code that the owner types in a browser that is signed in, to approve this sign-in of the desktop app',
  response: z.object({ code: z.string(), endsAt: isoDate }).meta({ id: 'ApprovalCode' }),
  errors: [...gone],
});

export const getApproval = endpoint({
  name: 'getApproval',
  method: 'GET',
  path: '/api/auth/login/approval',
  access: 'public',
  summary: 'Whether the sign-in was approved; to be asked every five seconds',
  response: z.object({ state: z.enum(['waiting', 'approved', 'refused']) }).meta({ id: 'ApprovalState' }),
  errors: [...gone],
});

export const signInApproved = endpoint({
  name: 'signInApproved',
  method: 'POST',
  path: '/api/auth/login/approved',
  access: 'public',
  summary: 'Finishes a sign-in that was approved; once',
  response: adminRecord,
  errors: ['wrong_code', ...gone],
});

/** The calls whose successful answer signs the owner in. */
export const signInCalls = [login, signInWithTotp, signInWithRecoveryCode, signInWithPasskey, signInApproved] as const;

/** Whether a call to this address is part of a sign-in: its 401 then says nothing about an existing session. */
export const isOfSignIn = (pathname: string): boolean =>
  pathname === login.path || pathname.startsWith(`${login.path}/`);
