import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Milliseconds a download may stand still before it is given up, so that nobody holds one open for ever. */
const STANDS_STILL = 5 * 60_000;

interface FileToSend {
  /** What the browser calls it: plain letters, digits, hyphens and dots. */
  name: string;
  type: string;
  /** In bytes, where it is known before. */
  size?: number;
  /** Asked for when it is to be sent. */
  open: () => Promise<Readable>;
}

/** Answers with a file to keep. Whoever goes away in the middle ends what makes it. */
export async function sendFile(
  { reply, request }: { reply: FastifyReply; request: FastifyRequest },
  { name, type, size, open }: FileToSend,
): Promise<undefined> {
  const isAsked = request.method !== 'HEAD';
  const file = isAsked ? await open() : undefined;
  reply
    .type(type)
    // "no-transform": what is compressed already gains nothing, and a proxy would hold it back.
    .header('cache-control', 'no-store, no-transform')
    .header('content-disposition', `attachment; filename="${name}"`);
  if (size !== undefined) reply.header('content-length', size);
  reply.raw.setTimeout(STANDS_STILL, () => reply.raw.destroy());
  await reply.send(file);
  return undefined;
}
