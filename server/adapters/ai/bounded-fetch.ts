import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ProviderError } from './provider.ts';
import { connectionTo, type Reach } from './provider-reach.ts';

/** Milliseconds a connection may take to be made. */
const CONNECT_WITHIN = 10_000;

const COMPRESSED =
  'The AI provider compressed its answer although asked not to. Switch that off there, or in what stands before it.';

/** Answers that have no body, whatever follows them (WHATWG Fetch §2.2.3). */
const WITHOUT_BODY = new Set([204, 205]);

interface BoundedFetchOptions {
  /** Where it may connect to. */
  reach?: Reach;
  /** Milliseconds a connection may take to be made. */
  connectWithin?: number;
  /** Where to look when the provider sends us elsewhere. */
  advice?: string;
}

/**
 * A `fetch` for a provider, made of Node's plain HTTP client: Node's own fetch unpacks a compressed answer whether it was
 * asked for or not, and ends the whole process where the connection closes meanwhile (nodejs/undici#5360). Here nothing is
 * unpacked. Each request has a connection of its own, which ends with `signal`, with an answer of more than `maxBytes` and
 * with a reader who reads no further. No redirect is followed: the key would go along to wherever it points.
 *
 * Rejects with ProviderError where the provider answers what we do not read, with the signal's reason, or with the
 * system's error; one with the code `CONNECT_TIMEOUT` when no connection was made within `connectWithin` milliseconds.
 */
export function boundedFetch(
  maxBytes: number,
  { reach = 'anywhere', connectWithin = CONNECT_WITHIN, advice = '' }: BoundedFetchOptions = {},
): typeof fetch {
  return async (input, init) => {
    // Read by the platform, so that everything a caller of fetch may say is understood.
    const asked = new Request(input, { ...init, signal: null });
    const body = Buffer.from(await asked.arrayBuffer());
    // Not a Request's: that one does nothing more once nobody holds the Request.
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
      // One that would speak another protocol closes without a word.
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
    // What a refusal means is said by its status.
    if (status < 300) throw new ProviderError('ai_provider_failed', COMPRESSED);
    answer.destroy();
    return new Response(null, { status, headers });
  }
  return new Response(bodyOf(answer, maxBytes, signal), { status, headers });
}

/** The answer's bytes, each part read from the connection when somebody asks for it. */
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
