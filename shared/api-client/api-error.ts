import { z } from 'zod';
import { errorBody, errorCodes } from '#shared/contract/error-body.ts';
import type { ErrorCode, Issue, ProviderFault } from '#shared/kernel/errors.ts';
import { ResponseError } from './call-errors.ts';

export { OfflineError, UnexpectedAnswerError } from './call-errors.ts';

/** A newer server may send codes and reasons that this client does not know; its message still helps the person. */
const foreignErrorBody = errorBody
  .extend({ code: z.string(), reason: errorBody.shape.reason.catch(undefined) })
  .partial({ code: true });

/** A longer body, or one that is HTML, comes from a proxy on the way and is not shown to a person. */
const MAX_SHOWN_LENGTH = 300;

/**
 * An answer that is not OK, parsed by the contract. `detail` is the sentence for the person; code branches on `code`,
 * which is undefined where the answer is not from our server, or from a newer one.
 */
export class ApiError extends ResponseError {
  readonly code: ErrorCode | undefined;
  readonly detail: string;
  readonly issues: Issue[] | undefined;
  /** The stored row in a conflict. */
  readonly current: unknown;
  /** The kind of fault of an AI provider, where it is known. */
  readonly reason: ProviderFault | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, statusText: string, text: string) {
    super(status, statusText, text);
    this.name = 'ApiError';
    const body = parseBody(text);
    const isForPeople = text.length <= MAX_SHOWN_LENGTH && !text.trimStart().startsWith('<');
    this.code = errorCodes.find((code) => code === body?.code);
    this.detail = body?.message ?? (isForPeople ? this.message : `${status}: ${statusText}`);
    this.issues = body?.issues;
    this.current = body?.current;
    this.reason = body?.reason;
    this.requestId = body?.requestId;
  }
}

function parseBody(text: string) {
  try {
    return foreignErrorBody.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: the answer comes from something between this client and the server.
    return undefined;
  }
}
