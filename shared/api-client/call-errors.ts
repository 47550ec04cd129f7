/** An answer that is not OK. `message` is exactly `"<status>: <body text>"`, with the status text where the body is empty. */
export class ResponseError extends Error {
  readonly status: number;

  constructor(status: number, statusText: string, text: string) {
    super(`${status}: ${text || statusText}`);
    this.name = 'ResponseError';
    this.status = status;
  }
}

/** No answer at all: no network, no server, or a broken connection. It means "offline", never "signed out". */
export class OfflineError extends Error {
  readonly detail = 'The server cannot be reached. Check the connection and try again.';

  constructor(cause: unknown) {
    super('The server cannot be reached.', { cause });
    this.name = 'OfflineError';
  }
}

/**
 * An OK answer that does not follow the contract: a login page of a hotel's network, or a server of another version.
 */
export class UnexpectedAnswerError extends Error {
  readonly detail = 'The server gave an answer this program does not understand. Is one of them out of date?';

  constructor(call: string, cause: unknown) {
    super(`The answer to ${call} does not follow the contract.`, { cause });
    this.name = 'UnexpectedAnswerError';
  }
}
