import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';

/** Milliseconds from the first byte sent to the status of the answer. */
const ANSWER_WITHIN = 10_000;

interface OutsideMessage {
  /** From the configuration. */
  address: string;
  type: string;
  body: string;
  /** Ends the connection. */
  signal: AbortSignal;
}

interface OutsideAnswer {
  status: number;
  /** What the other side asks to wait, in milliseconds. */
  retryAfter: number | undefined;
}

export type PostOutside = (message: OutsideMessage) => Promise<OutsideAnswer>;

/**
 * Sends a message to another server and tells what status it answered. Of the answer nothing else is read, no redirect is
 * followed, and a server that is silent for `within` milliseconds is given up. Rejects with the system's error where
 * there was no answer, or with the signal's reason.
 */
export function createPostOutside(within = ANSWER_WITHIN): PostOutside {
  return async ({ address, type, body, signal }) => {
    const send = address.startsWith('https:') ? httpsRequest : httpRequest;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(within)]);
    limit.throwIfAborted();
    const bytes = Buffer.from(body);
    const headers = { 'content-type': type, 'content-length': bytes.length, 'user-agent': 'Ninefold' };
    const request = send(address, { method: 'POST', headers, agent: false, signal: limit });
    try {
      const answer = await answerOf(request, bytes);
      return { status: answer.statusCode ?? 0, retryAfter: retryAfter(answer) };
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

function retryAfter({ headers }: IncomingMessage): number | undefined {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : undefined;
}
