import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { BlobFault } from '../blob-fault.ts';

interface BodyRules {
  /** The expected number of bytes. */
  size: number;
  /** The SHA-256 of all bytes in hex; null when it is unknown, or when only a part is read. */
  sha256: string | null;
  /** The name of the body in errors: "uploads/x.webp of s3://bucket". */
  what: string;
  /** The longest time between two pieces, in milliseconds. */
  patience: number;
}

/**
 * Returns the body of an answer as a stream that ends without error only when every byte that was put has come.
 * @returns fails with BlobFault `damaged` for missing or other bytes, `unreachable` when the service falls silent.
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
    // A reader that has read enough releases the connection; errors of a broken one do not matter.
    await reader.cancel().catch(() => undefined);
  }
}
