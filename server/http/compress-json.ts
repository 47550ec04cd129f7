import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from './page-cache.ts';

/** Characters of an answer from which on it arrives sooner compressed: three packets. */
const WORTH_IT = 4096;

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/** Of the eleven the one that takes as long as gzip; the answer is made for one call and thrown away. */
const BROTLI_QUALITY = 4;

/**
 * Compresses the JSON answers of `api` of {@link WORTH_IT} characters and more with what the client takes, in the thread
 * pool. Streams do not come here, and other types go as they are.
 *
 * The length of a compressed answer tells whether a stranger's text in it is like a secret beside it (BREACH). But no other
 * site can have one made with the owner's cookie (SameSite=Lax), and no answer holds a password or a key.
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
