import type { KeptPicture } from '../copy/index.ts';
import { CACHED_HEADERS } from '../response-cache/index.ts';

/** The types that the page receives unchanged. HTML, SVG and XML of the server never run under the app's origin. */
const PLAIN_TYPES =
  /^(?:application\/(?:json|octet-stream)|text\/(?:event-stream|plain|csv)|image\/(?!svg)[\w.+-]+)\s*(?:;|$)/i;

export const pictureResponse = ({ type, body }: KeptPicture) =>
  new Response(body, { headers: guarded(new Headers({ 'content-type': type })) });

/** Adds the guarding headers to an answer of this computer. */
export function guardedAnswer(answer: Response): Response {
  if (answer.type !== 'error') guarded(answer.headers);
  return answer;
}

const isPlain = (response: Response) => PLAIN_TYPES.test(response.headers.get('content-type') ?? '');

/** Whether an answer is worth storing. */
export const isGood = (response: Response) => response.status === 200 && isPlain(response);

/**
 * Whether a picture may be stored. A picture that stands in for another, or lies in the bin, may be another one
 * tomorrow.
 */
export const mayStay = (response: Response) => !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '');

export const passedOn = (response: Response) =>
  new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: answerHeaders(response),
  });

/** Returns those of the server's headers that describe the answer. The rules for the app's origin are the app's own. */
export function answerHeaders(response: Response): Headers {
  const headers = new Headers();
  for (const name of [...CACHED_HEADERS, 'etag', 'retry-after', 'content-range', 'x-request-id']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (response.body && !isPlain(response)) headers.set('content-type', 'text/plain; charset=utf-8');
  return guarded(headers);
}

/** Adds headers that stop any answer of the server from being used as a page of the app. */
export function guarded(headers: Headers): Headers {
  headers.set('x-content-type-options', 'nosniff');
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  headers.set('cache-control', 'no-store');
  return headers;
}

export const refused = (status: number) => new Response(null, { status });
