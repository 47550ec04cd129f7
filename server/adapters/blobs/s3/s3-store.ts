import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobFault } from '../blob-fault.ts';
import { checkKey, nameOfKey } from '../blob-key.ts';
import type { BlobCondition, BlobLabels, BlobSource, BlobStore } from '../blob-store.ts';
import { createS3Lists } from './s3-lists.ts';
import { addressOf, type S3Place } from './s3-place.ts';
import { createS3Reads, headOf } from './s3-reads.ts';
import { createS3Requests, PATIENCE, type Patience } from './s3-requests.ts';
import { UPLOAD_SIZES, type Upload, type UploadSizes, upload } from './s3-upload.ts';

export interface S3StoreOptions {
  place: S3Place;
  /** The folder on this machine in which a source that is neither bytes nor a file is completed before the upload. */
  workFolder: string;
  patience?: Patience;
  sizes?: UploadSizes;
  /** Returns milliseconds since 1970. */
  now?: () => number;
  /** Cancels the pending requests, and all later ones. */
  ends?: AbortSignal | undefined;
  /** Receives the time of each answer by the service's own clock, in milliseconds since 1970. */
  onTime?: ((milliseconds: number) => void) | undefined;
}

/** Opens a store whose blobs are in a bucket of a service that speaks S3. */
export function openS3Store({
  place,
  workFolder,
  patience = PATIENCE,
  sizes = UPLOAD_SIZES,
  now,
  ends,
  onTime,
}: S3StoreOptions): BlobStore {
  const ask = createS3Requests({ place, patience, ends, onTime, ...(now && { now }) });
  const address = addressOf(place);
  const read = createS3Reads({ ask, place, patience });
  const lists = createS3Lists(ask, place);

  const put = (key: string, source: BlobSource, labels: BlobLabels = {}, condition?: BlobCondition) =>
    asWhole(source, workFolder, async (whole) => {
      const request: Upload = { key: checkKey(key), source: whole, labels, condition };
      const put = await upload(ask, request, sizes);
      return put && { key, size: put.size, etag: put.etag, modified: (now ?? Date.now)(), sha256: put.sha256 };
    });

  return {
    address,
    folder: null,
    async put(key, source, labels) {
      const head = await put(key, source, labels);
      if (!head) throw new BlobFault('unreachable', `${address} did not take ${key}.`);
      return head;
    },
    putIf: (key, source, condition, labels) => put(key, source, labels, condition),
    async get(key, range) {
      const found = await read(key, { range });
      return found === 'same' ? null : found;
    },
    getOther: (key, etag) => read(key, { etag }),
    async head(key) {
      const answer = await ask({ method: 'HEAD', key: checkKey(key), what: `look for ${key}`, expected: [404] });
      return answer.status === 404 ? null : headOf(key, answer.headers);
    },
    list: (folder, { isDeep = false } = {}) => lists.blobs(folder, isDeep),
    async names(folder) {
      const names: string[] = [];
      for await (const { key } of lists.blobs(folder, false)) names.push(nameOfKey(key));
      return names;
    },
    async delete(key) {
      const answer = await ask({ method: 'DELETE', key: checkKey(key), what: `delete ${key}`, expected: [404] });
      await answer.body?.cancel();
    },
    dropUnfinished: lists.dropUnfinished,
  };
}

/** Provides a source as bytes or as a file of this machine, for as long as `use` runs. */
async function asWhole<T>(
  source: BlobSource,
  workFolder: string,
  use: (whole: Buffer | { file: string }) => Promise<T>,
): Promise<T> {
  if (Buffer.isBuffer(source) || (!(source instanceof Readable) && 'file' in source)) return use(source);
  await mkdir(workFolder, { recursive: true });
  const file = path.join(workFolder, `${randomBytes(6).toString('hex')}.partial`);
  try {
    if (source instanceof Readable) await pipeline(source, createWriteStream(file, { flags: 'wx' }));
    else await source.make(file);
    return await use({ file });
  } finally {
    await rm(file, { force: true });
  }
}
