import { z } from 'zod';
import { storableText } from '../fields.ts';

// The messages about passkeys between browser and server: the JSON forms of Web Authentication, Level 3.

/** No authenticator sends a longer value. */
const LONGEST = 16_384;

const base64url = z
  .string()
  .max(LONGEST)
  .regex(/^[\w-]+$/);

const publicKey = z.literal('public-key');

const descriptor = z.object({ id: z.string(), type: publicKey, transports: z.array(z.string()).optional() });

/** The options for `navigator.credentials.create`. */
export const creationOptions = z
  .object({
    rp: z.object({ id: z.string().optional(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: publicKey })),
    timeout: z.number().optional(),
    excludeCredentials: z.array(descriptor).optional(),
    authenticatorSelection: z
      .object({
        residentKey: z.enum(['discouraged', 'preferred', 'required']).optional(),
        requireResidentKey: z.boolean().optional(),
        userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
      })
      .optional(),
    attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
    extensions: z.object({ credProps: z.boolean().optional() }).optional(),
    hints: z.array(z.enum(['hybrid', 'security-key', 'client-device'])).optional(),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.output<typeof creationOptions>;

/** The options for `navigator.credentials.get`. */
export const requestOptions = z
  .object({
    challenge: z.string(),
    timeout: z.number().optional(),
    rpId: z.string().optional(),
    allowCredentials: z.array(descriptor).optional(),
    userVerification: z.enum(['discouraged', 'preferred', 'required']).optional(),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.output<typeof requestOptions>;

/** A new passkey, as the browser returns it. */
export const createdPasskey = z
  .object({
    id: base64url,
    rawId: base64url,
    type: publicKey,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: z
        .string()
        .max(65_536)
        .regex(/^[\w-]+$/),
      transports: z.array(storableText.max(40)).max(10).optional(),
    }),
  })
  .meta({ id: 'CreatedPasskey' });
export type CreatedPasskey = z.output<typeof createdPasskey>;

/** The signature of a passkey, as the browser returns it. */
export const usedPasskey = z
  .object({
    id: base64url,
    rawId: base64url,
    type: publicKey,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.nullish(),
    }),
  })
  .meta({ id: 'UsedPasskey' });
export type UsedPasskey = z.output<typeof usedPasskey>;
