import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';

/** Milliseconds from the beginning of the call to the end of what is read of the answer. */
const ANSWER_WITHIN = 10_000;

interface OutsideMessage {
  /** An address from the configuration, or one of the owner's. */
  address: string;
  type: string;
  body: string;
  /** Ends the connection when it aborts. */
  signal: AbortSignal;
  /** Headers in addition to the type and the length. */
  headers?: Readonly<Record<string, string>>;
  /** The name lookup, for an address that may not lead everywhere. */
  lookup?: LookupFunction | undefined;
  /** The largest number of bytes of the answer that are read; none when absent. */
  readUpTo?: number;
}

interface OutsideAnswer {
  status: number;
  /** The waiting time that the other server asks for, in milliseconds. */
  retryAfter: number | undefined;
  /** The text that was read of the answer; absent when none was wanted. */
  text?: string;
}

export type PostOutside = (message: OutsideMessage) => Promise<OutsideAnswer>;

/**
 * Creates the function that sends a message to another server and returns the status of its answer. Nothing else of the
 * answer is read except what `readUpTo` allows, no redirect is followed, and a call that is not complete after `within`
 * milliseconds is given up. Rejects with the system's error when there was no answer, or with the signal's reason.
 */
export function createPostOutside(within = ANSWER_WITHIN): PostOutside {
  return async ({ address, type, body, signal, headers: more, lookup, readUpTo }) => {
    const send = address.startsWith('https:') ? httpsRequest : httpRequest;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    limit.throwIfAborted();
    const bytes = Buffer.from(body);
    const headers = { 'user-agent': 'Ninefold', ...more, 'content-type': type, 'content-length': bytes.length };
    const request = send(address, {
      method: 'POST',
      headers,
      agent: false,
      signal: limit,
      ...(lookup && { lookup }),
    });
    try {
      const answer = await answerOf(request, bytes);
      const result = { status: answer.statusCode ?? 0, retryAfter: retryAfter(answer) };
      return readUpTo === undefined ? result : { ...result, text: await beginningOf(answer, readUpTo) };
    } catch (error) {
      throw limit.aborted ? limit.reason : error;
    } finally {
      request.destroy();
    }
  };
}

function answerOf(request: ClientRequest, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on('response', resolve).on('error', reject);
    request.on('close', () => reject(new Error('The connection closed without an answer')));
    request.end(body);
  });
}

/**
 * Returns the text of an answer, up to this many bytes; the bytes after them are never asked for. The status of an
 * answer that breaks off, or never ends, is valid all the same.
 */
async function beginningOf(answer: IncomingMessage, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.byteLength;
      if (bytes >= most) break;
    }
  } catch {
    answer.destroy();
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}

function retryAfter({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
