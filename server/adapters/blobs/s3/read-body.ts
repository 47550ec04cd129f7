import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobFault } from '../blob-fault.ts';

interface BodyRules {
  /** Bytes there must be. */
  size: number;
  /** Of all of them in hex; null where nobody has said, or only a part is read. */
  sha256: string | null;
  /** What is read: "uploads/x.webp of s3://bucket". */
  what: string;
  /** Milliseconds between two pieces. */
  patience: number;
}

/**
 * The body of an answer as a stream that ends well only when every byte came that was put.
 * @returns fails with BlobFault `damaged` for missing or other bytes, `unreachable` where the service falls silent.
 */
export function readBody(body: ReadableStream<Uint8Array> | null, rules: BodyRules): Readable {
  return Readable.from(checked(body, rules), { objectMode: false });
}

async function* checked(body: ReadableStream<Uint8Array> | null, rules: BodyRules): AsyncGenerator<Buffer> {
  const { size, sha256, what } = rules;
  const hash = createHash('sha256');
  let read = 0;
  for await (const piece of pieces(body, rules)) {
    read += piece.length;
    if (read > size) throw new BlobFault('damaged', `${what} has more bytes than it says.`);
    if (sha256 !== null) hash.update(piece);
    yield piece;
  }
  if (read < size) throw new BlobFault('damaged', `${what} broke off: ${read} of ${size} bytes came.`);
  if (sha256 !== null && hash.digest('hex') !== sha256)
    throw new BlobFault('damaged', `${what} has other bytes than were put there.`);
}

async function* pieces(body: ReadableStream<Uint8Array> | null, { what, patience }: BodyRules): AsyncGenerator<Buffer> {
  if (!body) return;
  const reader = body.getReader();
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(new BlobFault('unreachable', `${what} stopped coming.`)), patience);
      });
      const { done, value } = await Promise.race([reader.read(), silence]).catch((cause: unknown) => {
        if (cause instanceof BlobFault) throw cause;
        throw new BlobFault('damaged', `${what} broke off.`, { cause });
      });
      clearTimeout(timer);
      if (done) return;
      yield Buffer.from(value.buffer, value.byteOffset, value.length);
    }
  } finally {
    clearTimeout(timer);
    // Whoever has read enough lets go of the connection; of one that is broken nothing more is to be known.
    await reader.cancel().catch(() => undefined);
  }
}
