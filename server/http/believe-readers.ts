import { createHash, timingSafeEqual } from 'node:crypto';
import { Transform } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  READER_HEADER,
  SIGNED_CLIENT_HEADER,
  verifyBodySum,
  verifyClient,
} from '#server/services/publication/client-signature.ts';
import type { Clock } from '#shared/kernel/clock.ts';
import { AppError } from '#shared/kernel/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Whether a reader instance of this site has signed the request as its own call. The body is compared once it has
     * been read.
     */
    isFromReader: boolean;
  }
}

interface BelieveOptions {
  /** `READER_SECRET`; without it no reader instance is trusted. */
  secret: string | undefined;
  clock: Clock;
}

/**
 * Trusts reader instances (docs/rules.md, "Published readers"): a request that they pass on counts as one of the client
 * whose address they have signed, for limits, sessions and the log; a call of their own counts as theirs when its body
 * is the one that they signed. Both headers are removed before other code sees the request.
 */
export function believeReaders(http: FastifyInstance, { secret, clock }: BelieveOptions): void {
  const sums = new WeakMap<FastifyRequest, { signed: string; read: string | null }>();
  http.decorateRequest('isFromReader', false);
  http.addHook('onRequest', async (request) => {
    const { headers, method } = request;
    const [ofClient, ofReader] = [headers[SIGNED_CLIENT_HEADER], headers[READER_HEADER]];
    delete headers[SIGNED_CLIENT_HEADER];
    delete headers[READER_HEADER];
    if (secret === undefined || (ofClient === undefined && ofReader === undefined)) return;
    const asked = { method, path: request.raw.url ?? '', now: clock.now() };
    const address = verifyClient(secret, { ...asked, header: ofClient });
    // Fastify derives `ip` from the connection and the proxies' headers each time it is read.
    if (address !== null) Object.defineProperty(request, 'ip', { value: address });
    const signed = verifyBodySum(secret, { ...asked, header: ofReader });
    if (signed === null) return;
    request.isFromReader = true;
    sums.set(request, { signed, read: null });
  });
  http.addHook('preParsing', async (request, _reply, payload) => {
    const sum = sums.get(request);
    if (!sum) return payload;
    const hash = createHash('sha256');
    const summed = Object.assign(
      new Transform({
        transform(chunk: Buffer, _encoding, done) {
          hash.update(chunk);
          summed.receivedEncodedLength += chunk.length;
          done(null, chunk);
        },
        flush(done) {
          sum.read = hash.digest('hex');
          done();
        },
      }),
      { receivedEncodedLength: 0 },
    );
    payload.once('error', (error) => summed.destroy(error));
    return payload.pipe(summed);
  });
  http.addHook('preValidation', async (request) => {
    const sum = sums.get(request);
    if (sum && !isSame(sum.read, sum.signed)) throw new AppError('unauthorized');
  });
}

function isSame(read: string | null, signed: string): boolean {
  return read !== null && timingSafeEqual(Buffer.from(read), Buffer.from(signed));
}
