import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './page-cache.ts';

/** The length, in characters, from which an answer arrives sooner when compressed: three packets. */
const WORTH_IT = 4096;

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** The brotli quality that takes as long as gzip; the answer is made for one call and then discarded. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the JSON answers of `api` of {@link WORTH_IT} characters and more, in an encoding that the client accepts,
 * in the thread pool. Streams do not pass through this hook, and other types are sent as they are.
 *
 * The length of a compressed answer can tell whether a stranger's text in it resembles a secret in the same answer
 * (BREACH). But no other site can request an answer with the owner's cookie (SameSite=Lax), and no answer contains a
 * password or a key.
 */
export function compressJson(api: FastifyInstance): void {
  api.addHook('onSend', async (request, reply, payload) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    if (!isJson || typeof payload !== 'string' || payload.length < WORTH_IT) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding'] as string | undefined);
    if (encoding === 'identity') return payload;
    const compressed =
      encoding === 'br'
        ? await compressors.br(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
        : await compressors.gzip(payload);
    reply.header('content-encoding', encoding);
    return compressed;
  });
}
