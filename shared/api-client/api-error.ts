import { z } from 'zod';
import { errorBody, errorCodes } from '#shared/contract/errors.ts';
import type { ErrorCode, Issue } from '#shared/kernel/errors.ts';

/** A newer server may know codes that we do not; its message still helps the person. */
const foreignErrorBody = errorBody.extend({ code: z.string() }).partial({ code: true });

/** A body longer than this, or one that is HTML, comes from a proxy on the way and is nothing to show a person. */
const MAX_SHOWN_LENGTH = 300;

/**
 * An answer that is not OK. `message` is exactly `"<status>: <body text>"`, with the status text where the body is
 * empty; `detail` is the sentence for the person; code decides by `code`, which is undefined where the answer is not
 * from our server or newer than we are.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly detail: string;
  readonly issues: Issue[] | undefined;
  /** The stored row in a conflict. */
  readonly current: unknown;
  readonly requestId: string | undefined;

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ApiError';
    this.status = status;
    const body = parseBody(text);
    const isForPeople = text.length <= MAX_SHOWN_LENGTH && !text.trimStart().startsWith('<');
    this.code = errorCodes.find((code) => code === body?.code);
    this.detail = body?.message ?? (isForPeople ? this.message : `${status}: ${statusText}`);
    this.issues = body?.issues;
    this.current = body?.current;
    this.requestId = body?.requestId;
  }
}

/** No answer at all: no network, no server, or a connection that broke off. It is "offline", never "logged out". */
export class OfflineError extends Error {
  readonly detail = 'The server cannot be reached. Check the connection and try again.';

  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'OfflineError';
  }
}

/** An OK answer that is not what the contract says: a page of a hotel's network, or a server of another version. */
export class UnexpectedAnswerError extends Error {
  readonly detail = 'The server gave an answer this program does not understand. Is one of them out of date?';

  constructor(call: string, cause: unknown) {
    super(`The answer to ${call} does not follow the contract.`, { cause });
    this.name = 'UnexpectedAnswerError';
  }
}

function parseBody(text: string) {
  try {
    return foreignErrorBody.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: an answer of something between us and the server.
    return undefined;
  }
}
