import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { idParam, isoDate, lineOfText } from '../fields.ts';
import { createdPasskey, creationOptions } from './passkey-shapes.ts';

/** The most passkeys the owner can have at a time. */
export const MOST_PASSKEYS = 20;

/** The number of recovery codes that are made at a time. */
export const RECOVERY_CODES = 10;

/** Six digits, as authenticator apps show them: with or without spaces. */
export const oneTimeCode = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six digits that your authenticator app shows.'));

const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: isoDate,
    lastUsedAt: isoDate.nullable(),
    /** False for a passkey that was made under another name of the site and cannot be used under this one. */
    isUsable: z.boolean(),
  })
  .meta({ id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

const secondFactors = z
  .object({
    /** Null where no authenticator app is set up. */
    totp: z
      .object({
        createdAt: isoDate,
        lastUsedAt: isoDate.nullable(),
        /** False where the server's key has changed since: the codes can then no longer be checked. */
        isReadable: z.boolean(),
      })
      .nullable(),
    /** In the order in which the passkeys were made. */
    passkeys: z.array(passkey),
    /**
     * The address at which the browser can make a passkey: "https://blog.example"; null where passkeys are not
     * possible.
     */
    passkeyOrigin: z.string().nullable(),
    recoveryCodes: z.object({
      left: z.int().min(0),
      /** Null where no codes were ever made. */
      createdAt: isoDate.nullable(),
    }),
  })
  .meta({ id: 'SecondFactors' });
export type SecondFactors = z.output<typeof secondFactors>;

export const getSecondFactors = endpoint({
  name: 'getSecondFactors',
  method: 'GET',
  path: '/api/auth/second-factors',
  summary: 'What a sign-in asks for beside the password, and what there is for when that is lost',
  response: secondFactors,
});

export const startTotp = endpoint({
  name: 'startTotp',
  method: 'POST',
  path: '/api/auth/totp',
  recent: true,
  summary: 'Makes a secret for an authenticator app; it counts once a code of it was given',
  response: z
    .object({
      /** Base32, for typing. */
      secret: z.string(),
      /** An otpauth:// address, for a QR code. */
      uri: z.string(),
    })
    .meta({ id: 'NewTotp' }),
});

export const confirmTotp = endpoint({
  name: 'confirmTotp',
  method: 'POST',
  path: '/api/auth/totp/confirm',
  recent: true,
  summary: 'Proves the new secret by a code of it; from then on it counts, in the place of an earlier one',
  body: z.object({ code: oneTimeCode }),
  bodyLimit: bodyLimits.credentials,
  errors: ['rate_limited'],
});

export const removeTotp = endpoint({
  name: 'removeTotp',
  method: 'DELETE',
  path: '/api/auth/totp',
  recent: true,
  summary: 'Takes the authenticator app off',
  errors: ['not_found', 'passkey_alone'],
});

export const startPasskey = endpoint({
  name: 'startPasskey',
  method: 'POST',
  path: '/api/auth/passkeys/options',
  recent: true,
  summary: 'What the browser makes a passkey with; good for five minutes and once',
  response: creationOptions,
  errors: ['passkey_alone', 'passkeys_unavailable', 'too_many_passkeys'],
});

export const addPasskey = endpoint({
  name: 'addPasskey',
  method: 'POST',
  path: '/api/auth/passkeys',
  recent: true,
  summary: 'Adds a passkey that the browser has made',
  body: z.object({ name: lineOfText(80).min(1, 'Give it a name.'), passkey: createdPasskey }),
  bodyLimit: bodyLimits.message,
  status: 201,
  response: passkey,
  errors: ['passkey_alone', 'passkeys_unavailable', 'too_many_passkeys', 'name_taken'],
});

export const renamePasskey = endpoint({
  name: 'renamePasskey',
  method: 'PUT',
  path: '/api/auth/passkeys/:id',
  summary: 'Gives a passkey another name',
  params: z.object({ id: idParam }),
  body: z.object({ name: lineOfText(80).min(1, 'Give it a name.') }),
  bodyLimit: bodyLimits.credentials,
  response: passkey,
  errors: ['not_found'],
});

export const removePasskey = endpoint({
  name: 'removePasskey',
  method: 'DELETE',
  path: '/api/auth/passkeys/:id',
  recent: true,
  summary: 'Takes a passkey off',
  params: z.object({ id: idParam }),
  errors: ['not_found'],
});

export const makeRecoveryCodes = endpoint({
  name: 'makeRecoveryCodes',
  method: 'POST',
  path: '/api/auth/recovery-codes',
  recent: true,
  summary: 'Makes ten recovery codes in the place of those before; they are in this answer alone',
  status: 201,
  response: z.object({ codes: z.array(z.string()).length(RECOVERY_CODES) }).meta({ id: 'NewRecoveryCodes' }),
  errors: ['rate_limited'],
});
