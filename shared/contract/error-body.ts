import { z } from 'zod';
import { type ErrorBody, type ErrorCode, errorRegistry, providerFaults } from '#shared/kernel/errors.ts';
import { type Endpoint, namesSite } from './endpoint.ts';

export const errorCodes = Object.keys(errorRegistry) as [ErrorCode, ...ErrorCode[]];

/** The JSON body of every error answer. */
export const errorBody = z
  .object({
    code: z.enum(errorCodes).meta({ id: 'ErrorCode' }),
    message: z.string(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    current: z.unknown().optional(),
    reason: z.enum(providerFaults).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' }) satisfies z.ZodType<ErrorBody>;

/**
 * Returns every code a call can answer with: those it declares and those that follow from its shape. Any call can fail
 * on our side, or be made under a host name that is not ours; a call with input can refuse it; a call that writes can
 * come from another site, or be meant for another one.
 */
export function errorsOf(call: Endpoint): ErrorCode[] {
  const codes = new Set<ErrorCode>(['bad_request', 'internal', 'overloaded', 'unknown_host', ...call.errors]);
  if (call.params || call.query || call.body) codes.add('invalid_input');
  if (call.access === 'reader') codes.add('unauthorized');
  if (call.access === 'admin' || call.token !== null)
    codes.add('unauthorized').add('scope_too_small').add('rate_limited');
  if (call.access === 'admin' && !call.firstPassword) codes.add('first_password');
  if (call.method !== 'GET') codes.add('cross_site').add('storage_full').add('storage_unavailable');
  if (call.recent !== false) codes.add('password_required');
  if (namesSite(call)) codes.add('other_site');
  if (call.body || call.bodyKind === 'multipart') codes.add('payload_too_large').add('unsupported_media_type');
  if (call.body) codes.add('malformed_json');
  return [...codes];
}
