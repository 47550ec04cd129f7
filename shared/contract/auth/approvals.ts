import { z } from 'zod';
import { bodyLimits, endpoint } from '../endpoint.ts';
import { isoDate } from '../fields.ts';

/** The code as the owner types it: in upper or lower case, with or without spaces or hyphens. */
const approvalCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/[\s-]/g, '').toUpperCase())
  .pipe(z.string().regex(/^[A-Z]{8}$/, 'Enter the eight letters that the app shows.'));

/** A sign-in that waits for the owner's approval. */
const waitingSignIn = z
  .object({
    /** The name the device gives itself: "Desktop app on Windows". */
    device: z.string(),
    /** The address the sign-in comes from; for IPv6, its network. */
    network: z.string(),
    startedAt: isoDate,
    endsAt: isoDate,
  })
  .meta({ id: 'WaitingSignIn' });
export type WaitingSignIn = z.output<typeof waitingSignIn>;

export const findApproval = endpoint({
  name: 'findApproval',
  method: 'POST',
  path: '/api/auth/approvals/find',
  summary: 'What signs in with this code: asked before it is approved',
  body: z.object({ code: approvalCode }),
  bodyLimit: bodyLimits.credentials,
  response: waitingSignIn,
  errors: ['not_found', 'rate_limited'],
});

export const answerApproval = endpoint({
  name: 'answerApproval',
  method: 'POST',
  path: '/api/auth/approvals',
  recent: true,
  summary: 'Approves the sign-in with this code, or refuses it; once',
  body: z.object({ code: approvalCode, isApproved: z.boolean() }),
  bodyLimit: bodyLimits.credentials,
  errors: ['not_found', 'rate_limited'],
});
