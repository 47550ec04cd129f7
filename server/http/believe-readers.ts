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
    /** Whether a reader instance of this site has signed it as a call of its own. Its body is compared when it was read. */
    isFromReader: boolean;
  }
}

interface BelieveOptions {
  /** `READER_SECRET`; without it nobody is believed. */
  secret: string | undefined;
  clock: Clock;
}

/**
 * Believes reader instances (docs/rules.md, "Published readers"): a request they pass on comes from the client whose address
 * they have signed, for limits, sessions and everything noted; one of their own is theirs where its body is what they
 * signed. Both headers are gone for whatever looks at the request after this.
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
    // The platform works it out of the connection and of what proxies say, each time it is asked.
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
