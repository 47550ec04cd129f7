import { BlobFault } from '../blob-fault.ts';
import { checkKey } from '../blob-key.ts';
import type { BlobHead, BlobRange, BlobRead } from '../blob-store.ts';
import { readBody } from './read-body.ts';
import { addressOf, type S3Place } from './s3-place.ts';
import type { Ask, Patience, S3Answer } from './s3-requests.ts';

interface ReadOptions {
  ask: Ask;
  place: S3Place;
  patience: Patience;
}

/**
 * Reads a blob or a part of it: null when there is none with that key, “same” when it still has the given `etag`. The
 * bytes are compared with the hash given with the put.
 * @throws BlobFault `misplaced` when there is no such bucket, `damaged` when other bytes come
 */
export type ReadBlob = (
  key: string,
  wanted: { range?: BlobRange | undefined; etag?: string },
) => Promise<BlobRead | 'same' | null>;

/** Creates the function that reads blobs of one place. */
export function createS3Reads({ ask, place, patience }: ReadOptions): ReadBlob {
  const address = addressOf(place);
  /** Tells a missing key from a missing bucket: a wrong bucket must not look like an empty one. */
  const readMissing = async (answer: S3Answer): Promise<null> => {
    const text = await new Response(answer.body).text();
    if (!text.includes('NoSuchBucket')) return null;
    throw new BlobFault(
      'misplaced',
      `There is no bucket “${place.bucket}” at ${place.endpoint}. Make it first: Ninefold makes none.`,
    );
  };
  const toRead = (answer: S3Answer, { key, range }: { key: string; range: BlobRange | undefined }): BlobRead => {
    const head = headOf(key, answer.headers);
    const what = `${key} of ${address}`;
    const length = Number(answer.headers.get('content-length') ?? head.size);
    if (range && answer.status !== 206 && (range.start > 0 || range.end !== undefined)) {
      void answer.body?.cancel();
      throw new BlobFault('damaged', `${address} gave other bytes of ${key} than were asked for.`);
    }
    const sha256 = answer.status === 206 ? null : head.sha256;
    return { head, body: readBody(answer.body, { size: length, sha256, what, patience: patience.piece }) };
  };

  return async (key, { range, etag }) => {
    const headers = {
      ...(range && { range: `bytes=${range.start}-${range.end ?? ''}` }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    };
    const expected = etag === undefined ? [404] : [404, 304];
    const answer = await ask({ method: 'GET', key: checkKey(key), headers, what: `give ${key}`, expected });
    if (answer.status === 304) return drained(answer, 'same' as const);
    if (answer.status === 404) return readMissing(answer);
    return toRead(answer, { key, range });
  };
}

/** Reads the metadata of a blob from the headers of an answer. */
export function headOf(key: string, headers: Headers): BlobHead {
  const sha256 = headers.get('x-amz-meta-sha256') ?? '';
  const whole = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1];
  return {
    key,
    size: Number(whole ?? headers.get('content-length') ?? Number.NaN),
    etag: headers.get('etag') ?? '',
    modified: Date.parse(headers.get('last-modified') ?? ''),
    sha256: /^[0-9a-f]{64}$/.test(sha256) ? sha256 : null,
  };
}

async function drained<T>(answer: S3Answer, value: T): Promise<T> {
  await answer.body?.cancel();
  return value;
}
