import type { KeptPicture } from '../copy/index.ts';
import { CACHED_HEADERS } from '../response-cache/index.ts';

/** Types the page is given as they are. HTML, SVG and XML of the server never run under our origin. */
const PLAIN_TYPES =
  /^(?:application\/(?:json|octet-stream)|text\/(?:event-stream|plain|csv)|image\/(?!svg)[\w.+-]+)\s*(?:;|$)/i;

export const pictureResponse = ({ type, body }: KeptPicture) =>
  new Response(body, { headers: guarded(new Headers({ 'content-type': type })) });

/** An answer of this computer. */
export function guardedAnswer(answer: Response): Response {
  if (answer.type !== 'error') guarded(answer.headers);
  return answer;
}

const isPlain = (response: Response) => PLAIN_TYPES.test(response.headers.get('content-type') ?? '');

/** An answer worth keeping. */
export const isGood = (response: Response) => response.status === 200 && isPlain(response);

/** A picture that stands in for another, or lies in the bin, may be another one tomorrow. */
export const mayStay = (response: Response) => !/\bno-store\b/i.test(response.headers.get('cache-control') ?? '');

export const passedOn = (response: Response) =>
  new Response(response.body, {
    status: response.status,
    statusText: response.statusText,
    headers: answerHeaders(response),
  });

/** Of the server's headers those that describe the answer; the rules of our origin are ours. */
export function answerHeaders(response: Response): Headers {
  const headers = new Headers();
  for (const name of [...CACHED_HEADERS, 'etag', 'retry-after', 'content-range', 'x-request-id']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (response.body && !isPlain(response)) headers.set('content-type', 'text/plain; charset=utf-8');
  return guarded(headers);
}

/** Nothing the server says is ever a page of ours. */
export function guarded(headers: Headers): Headers {
  headers.set('x-content-type-options', 'nosniff');
  headers.set('content-security-policy', "default-src 'none'; sandbox");
  headers.set('cache-control', 'no-store');
  return headers;
}

export const refused = (status: number) => new Response(null, { status });
