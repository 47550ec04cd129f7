import { setTimeout as wait } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BlobFault } from '../blob-fault.ts';
import { faultOf, isPassing, noAnswer, readError, type S3Error } from './s3-faults.ts';
import { type S3Place, urlOf } from './s3-place.ts';

/** One call of the service. */
export interface S3Request {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The key of the blob; null for the bucket. */
  key: string | null;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | undefined;
  /**
   * SHA-256 of the body in hex, which the service compares with the body it receives; when absent, that of an empty
   * body.
   */
  sha256?: string | undefined;
  /** The name of the operation in errors: "read uploads/x.webp". */
  what: string;
  /** The statuses below 500 that count as an answer, in addition to 2xx. */
  expected?: readonly number[];
}

/** The waiting times, in milliseconds, and the number of tries. */
export interface Patience {
  /**
   * The time from the request to the first byte of the answer; a body that is sent adds the same again for each MiB.
   */
  answer: number;
  /** The time between two pieces of a body. */
  piece: number;
  tries: number;
  /** The pause before the second try. It doubles with each further try, and a part of it is random. */
  pause: number;
}

export const PATIENCE: Patience = { answer: 10_000, piece: 20_000, tries: 5, pause: 250 };
/** The longest pause in milliseconds, also when the service asks for more. */
const LONGEST_PAUSE = 15_000;
/** The number of bytes of an error that are read. */
const LONGEST_ERROR = 64 * 1024;
const MIB = 1024 * 1024;
const NOTHING_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

export interface S3Answer {
  status: number;
  headers: Headers;
  /** Null when there is no body. */
  body: ReadableStream<Uint8Array> | null;
  /** The number of earlier tries that may have succeeded all the same, because their answer was lost. */
  lost: number;
}

/** Sends a request to the service, and tries again where that may help; rejects with a BlobFault where it does not. */
export type Ask = (request: S3Request) => Promise<S3Answer>;

interface RequestOptions {
  place: S3Place;
  patience?: Patience;
  /** Returns milliseconds since 1970. */
  now?: () => number;
  send?: typeof fetch;
  /** Cancels the pending requests, and all later ones. */
  ends?: AbortSignal | undefined;
  /** Receives the time of each answer by the service's own clock, in milliseconds since 1970. */
  onTime?: ((milliseconds: number) => void) | undefined;
}

/** The state of the tries of one request. */
interface State {
  lost: number;
  hasSetClock: boolean;
}

interface Refused {
  error: S3Error;
  headers: Headers;
  state: State;
}

type Outcome = S3Answer | { fault: BlobFault; again: boolean; retryAfter: number; isLost: boolean };

/**
 * Creates the function for signed requests (AWS Signature Version 4) to one place. No redirect is followed: the keys
 * are for this service alone.
 */
export function createS3Requests(options: RequestOptions): Ask {
  const { place, patience = PATIENCE, now = Date.now, send = fetch, ends = new AbortController().signal } = options;
  /**
   * Milliseconds by which the service's clock is ahead of this machine's. It stays 0 unless the service rejects our
   * time.
   */
  let ahead = 0;
  const sign = createSigning(place);

  const once = async (request: S3Request, state: State): Promise<Outcome> => {
    const { url, method, headers } = await sign(request, now() + ahead);
    const limit = new AbortController();
    const within = patience.answer * (1 + Math.ceil((request.body?.length ?? 0) / MIB));
    const timer = setTimeout(() => limit.abort(new DOMException('No answer in time', 'TimeoutError')), within);
    try {
      const body =
        request.body &&
        new Uint8Array(request.body.buffer as ArrayBuffer, request.body.byteOffset, request.body.length);
      const response = await send(url, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.any([limit.signal, ends]),
        ...(body && { body }),
      });
      const time = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(time)) options.onTime?.(time);
      if (response.ok || request.expected?.includes(response.status))
        return { status: response.status, headers: response.headers, body: response.body, lost: state.lost };
      const error = readError(response.status, await beginningOf(response), response.headers);
      return refused(request, { error, headers: response.headers, state });
    } catch (cause) {
      const fault = noAnswer(place, request.what, cause);
      return { fault, again: !ends.aborted, retryAfter: 0, isLost: true };
    } finally {
      clearTimeout(timer);
    }
  };
  const refused = (request: S3Request, { error, headers, state }: Refused): Outcome => {
    const fault = faultOf(place, request.what, error);
    if (error.code === 'RequestTimeTooSkewed' && !state.hasSetClock) {
      const theirs = Date.parse(headers.get('date') ?? '');
      state.hasSetClock = true;
      if (!Number.isNaN(theirs)) {
        ahead = theirs - now();
        return { fault, again: true, retryAfter: 0, isLost: false };
      }
    }
    const retryAfter = Number(headers.get('retry-after') ?? 0) * 1000;
    return {
      fault,
      again: isPassing(error),
      retryAfter: Number.isFinite(retryAfter) ? retryAfter : 0,
      isLost: error.status >= 500,
    };
  };
  return async (request) => {
    const state = { lost: 0, hasSetClock: false };
    for (let tried = 1; ; tried += 1) {
      const outcome = await once(request, state);
      if (!('fault' in outcome)) return outcome;
      if (!outcome.again || tried >= patience.tries) throw outcome.fault;
      if (outcome.isLost) state.lost += 1;
      const pause = patience.pause * 2 ** (tried - 1) * (0.5 + Math.random());
      await pass(Math.min(LONGEST_PAUSE, Math.max(pause, outcome.retryAfter)), ends);
    }
  };
}

/**
 * Creates the function that signs requests for a time, in milliseconds since 1970. The key derived from the secret for
 * a day is cached.
 */
function createSigning(place: S3Place) {
  const { accessKeyId, secretAccessKey, sessionToken } = place.keys;
  const cache = new Map<string, ArrayBuffer>();
  return (request: S3Request, time: number) => {
    const headers = { ...request.headers, 'x-amz-content-sha256': request.sha256 ?? NOTHING_SHA256 };
    const datetime = new Date(time).toISOString().replace(/[:-]|\.\d{3}/g, '');
    const signer = new AwsV4Signer({
      ...{ method: request.method, url: urlOf(place, request.key, request.query), headers },
      ...{ service: 's3', region: place.region, datetime, cache },
      ...{ accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
    });
    return signer.sign();
  };
}

/** Waits this many milliseconds, or until the signal aborts. */
async function pass(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Returns the beginning of the text of an error, as much as is useful. */
async function beginningOf(response: Response): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    if (text.length > LONGEST_ERROR) break;
  }
  return text;
}
