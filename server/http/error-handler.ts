import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { BlobFault } from '#server/adapters/blobs/blob-fault.ts';
import { isDiskFull } from '#shared/kernel/disk-full.ts';
import { AppError, type ErrorBody, type ErrorCode, errorRegistry } from '#shared/kernel/errors.ts';
import { addMissingHeaders } from './security-headers.ts';

/**
 * Fastify's own error codes, and the codes as which they are answered. A code that is not listed is answered by its
 * status.
 */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_REQ_FILE_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_BAD_URL: 'bad_request',
  FST_UNDER_PRESSURE: 'overloaded',
};

function codeForStatus(status: number): ErrorCode {
  if (status === 404) return 'not_found';
  if (status === 413) return 'payload_too_large';
  if (status === 415) return 'unsupported_media_type';
  if (status === 429) return 'rate_limited';
  if (status === 503) return 'overloaded';
  return status >= 400 && status < 500 ? 'bad_request' : 'internal';
}

/** Converts any thrown value to the error that is answered. The text of an internal error never leaves the process. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isDiskFull(error)) return new AppError('storage_full', { cause: error });
  if (error instanceof BlobFault) return new AppError('storage_unavailable', { cause: error });
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = (code && frameworkCodes[code]) || (error instanceof SyntaxError ? 'malformed_json' : undefined);
  return new AppError(known ?? codeForStatus(statusCode ?? 500), { cause: error });
}

/** The JSON body of an error answer. */
export function errorBody(error: AppError, requestId: string): ErrorBody {
  const isInternal = error.status >= 500 && error.code === 'internal';
  return {
    code: error.code,
    message: isInternal ? errorRegistry.internal.message : error.message,
    ...(error.issues ? { issues: error.issues } : {}),
    ...(error.current === undefined ? {} : { current: error.current }),
    ...(error.reason === undefined ? {} : { reason: error.reason }),
    requestId,
  };
}

/** The errors that the owner should know about. */
const LOGGED: readonly ErrorCode[] = ['internal', 'storage_full', 'storage_unavailable'];

/**
 * Converts a thrown value to an AppError, and records its code on the request; logs the server's own faults with their
 * cause.
 */
export function noteRefusal(error: unknown, request: FastifyRequest): AppError {
  const appError = toAppError(error);
  request.refusedAs = appError.code;
  if (LOGGED.includes(appError.code)) {
    request.log.error({ err: error }, 'request failed');
  }
  return appError;
}

/** Answers every error of an API call; logs the server's own faults with their cause. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const appError = noteRefusal(error, request);
  addRetryAfter(reply, appError.status);
  addMissingHeaders(reply);
  return reply
    .status(appError.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer((body) => JSON.stringify(body))
    .send(errorBody(appError, request.id));
}

/** Sets `Retry-After` on an answer that refuses a request temporarily, unless it is set already. */
export function addRetryAfter(reply: FastifyReply, status: number): void {
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '5');
}
