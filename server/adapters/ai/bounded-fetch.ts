import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ProviderError } from './provider.ts';
import { connectionTo, type Reach } from './provider-reach.ts';

/** Milliseconds within which a connection must be made. */
const CONNECT_WITHIN = 10_000;

const COMPRESSED =
  'The AI provider compressed its answer although asked not to. Switch that off there, or in what stands before it.';

/** The statuses whose answers have no body, whatever follows them (WHATWG Fetch §2.2.3). */
const WITHOUT_BODY = new Set([204, 205]);

interface BoundedFetchOptions {
  /** The networks to which it may connect. */
  reach?: Reach;
  /** Milliseconds within which a connection must be made. */
  connectWithin?: number;
  /** The advice for the owner when the provider redirects to another address. */
  advice?: string;
}

/**
 * Creates a `fetch` for a provider, over Node's plain HTTP client. Node's own fetch unpacks a compressed answer whether
 * it was asked for or not, and ends the whole process when the connection closes during that (nodejs/undici#5360). Here
 * nothing is unpacked. Each request has its own connection, which ends with `signal`, with an answer of more than
 * `maxBytes`, and when the reader stops reading. No redirect is followed: the key would go along to its target.
 *
 * Rejects with ProviderError when the provider's answer cannot be read, with the signal's reason, or with the system's
 * error; with an error of the code `CONNECT_TIMEOUT` when no connection was made within `connectWithin` milliseconds.
 */
export function boundedFetch(
  maxBytes: number,
  { reach = 'anywhere', connectWithin = CONNECT_WITHIN, advice = '' }: BoundedFetchOptions = {},
): typeof fetch {
  return async (input, init) => {
    // The platform parses the arguments, so that every form that fetch accepts works.
    const asked = new Request(input, { ...init, signal: null });
    const body = Buffer.from(await asked.arrayBuffer());
    // The signal of `init`, not that of a Request: a Request's signal does nothing once nothing refers to the Request.
    const signal = init?.signal ?? undefined;
    signal?.throwIfAborted();
    const headers = { ...Object.fromEntries(asked.headers), 'accept-encoding': 'identity' };
    const send = asked.url.startsWith('https:') ? httpsRequest : httpRequest;
    const connection = connectionTo(new URL(asked.url), reach);
    const options = { method: asked.method, headers, agent: false, ...connection, ...(signal && { signal }) };
    const request = send(asked.url, options);
    try {
      const answer = await answerOf(request, body, connectWithin);
      refuseRedirect(answer, advice);
      return toResponse(answer, maxBytes, signal);
    } catch (error) {
      request.destroy();
      throw signal?.aborted ? signal.reason : error;
    }
  };
}

function answerOf(request: ClientRequest, body: Buffer, connectWithin: number): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const giveUp = () => request.destroy(Object.assign(new Error('No connection'), { code: 'CONNECT_TIMEOUT' }));
    const timer = setTimeout(giveUp, connectWithin);
    const callOff = () => clearTimeout(timer);
    request.on('socket', (socket) => {
      socket.once(request.protocol === 'https:' ? 'secureConnect' : 'connect', callOff);
    });
    request.on('response', resolve).on('error', reject);
    request.on('close', () => {
      callOff();
      // A server that expects another protocol closes the connection without an answer.
      reject(new Error('The connection closed without an answer'));
    });
    request.end(body);
  });
}

function refuseRedirect({ statusCode = 0 }: IncomingMessage, advice: string): void {
  if (statusCode < 300 || statusCode >= 400) return;
  throw new ProviderError('ai_provider_failed', `The AI provider sends us to another address. ${advice}`.trim(), {
    reason: 'redirect',
  });
}

function toResponse(answer: IncomingMessage, maxBytes: number, signal: AbortSignal | undefined): Response {
  const { statusCode: status = 0 } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value);
  }
  if (WITHOUT_BODY.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  if (!/^(identity)?$/i.test(headers.get('content-encoding') ?? '')) {
    // The status of a refusal says enough.
    if (status < 300) throw new ProviderError('ai_provider_failed', COMPRESSED);
    answer.destroy();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(answer, maxBytes, signal), { status, headers });
}

/** Returns the answer's bytes as a stream. Each part is read from the connection only when it is asked for. */
function bodyOf(answer: IncomingMessage, maxBytes: number, signal: AbortSignal | undefined): ReadableStream<Buffer> {
  const parts = (answer as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  let bytes = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await parts.next();
          if (done) return controller.close();
          bytes += value.byteLength;
          if (bytes > maxBytes) {
            throw new ProviderError('ai_provider_failed', 'The answer of the AI provider was too large.');
          }
          controller.enqueue(value);
        } catch (error) {
          answer.destroy();
          throw signal?.aborted ? signal.reason : error;
        }
      },
      cancel() {
        answer.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
