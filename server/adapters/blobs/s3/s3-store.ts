import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BlobFault } from '../blob-fault.ts';
import { checkKey, isKey, nameOfKey } from '../blob-key.ts';
import type { BlobCondition, BlobHead, BlobLabels, BlobRange, BlobRead, BlobSource, BlobStore } from '../blob-store.ts';
import { readBody } from './read-body.ts';
import { readXml } from './read-xml.ts';
import { addressOf, fullKey, type S3Place } from './s3-place.ts';
import { createS3Requests, PATIENCE, type Patience, type S3Answer } from './s3-requests.ts';
import { UPLOAD_SIZES, type Upload, type UploadSizes, upload } from './s3-upload.ts';

export interface S3StoreOptions {
  place: S3Place;
  /** Folder on this machine in which what is put is made whole first, where it is neither bytes nor a file. */
  workFolder: string;
  patience?: Patience;
  sizes?: UploadSizes;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Ends what is under way, and whatever is asked then. */
  ends?: AbortSignal | undefined;
  /** Told of each answer when it was made, by the service's own clock, in milliseconds since 1970. */
  onTime?: ((milliseconds: number) => void) | undefined;
}

/** Blobs in a bucket of a service that speaks S3. */
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

  const put = (key: string, source: BlobSource, labels: BlobLabels = {}, condition?: BlobCondition) =>
    asWhole(source, workFolder, async (whole) => {
      const request: Upload = { key: checkKey(key), source: whole, labels, condition };
      const put = await upload(ask, request, sizes);
      return put && { key, size: put.size, etag: put.etag, modified: (now ?? Date.now)(), sha256: put.sha256 };
    });
  const read = async (key: string, { range, etag }: { range?: BlobRange | undefined; etag?: string } = {}) => {
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
  /** None of that key, or no bucket at all: a wrong one must not look like an empty one. */
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
    list: (folder, { isDeep = false } = {}) => listBlobs(folder, isDeep),
    async names(folder) {
      const names: string[] = [];
      for await (const { key } of listBlobs(folder, false)) names.push(nameOfKey(key));
      return names;
    },
    async delete(key) {
      const answer = await ask({ method: 'DELETE', key: checkKey(key), what: `delete ${key}`, expected: [404] });
      await answer.body?.cancel();
    },
    dropUnfinished: (folder, { before, isOurs }) => dropUploads(folder, before, isOurs),
  };

  async function* listBlobs(folder: string, isDeep: boolean): AsyncGenerator<BlobHead> {
    const prefix = prefixOf(folder);
    for (let token: string | undefined; ; ) {
      const query = {
        ...{ 'list-type': '2', prefix, 'max-keys': '1000' },
        ...(!isDeep && { delimiter: '/' }),
        ...(token !== undefined && { 'continuation-token': token }),
      };
      const { body } = await ask({ method: 'GET', key: null, query, what: `list ${folder || 'its blobs'}` });
      const { fields, entries } = readAnswer(await new Response(body).text(), 'Contents');
      for (const entry of entries) {
        const head = headOfEntry(entry);
        // What somebody else put there may be called as no blob can be.
        if (head && isKey(head.key)) yield head;
      }
      const next = fields.NextContinuationToken;
      if (fields.IsTruncated !== 'true' || !next) return;
      if (next === token) throw new BlobFault('damaged', `${address} gives the same part of its list again and again.`);
      token = next;
    }
  }
  function readAnswer(text: string, entry: string): ReturnType<typeof readXml> {
    try {
      return readXml(text, entry);
    } catch (cause) {
      throw new BlobFault('damaged', `${address} answered with something that is no list.`, { cause });
    }
  }
  function prefixOf(folder: string): string {
    const within = folder === '' ? place.prefix : fullKey(place, checkKey(folder));
    return within === '' ? '' : `${within}/`;
  }
  function headOfEntry(entry: Readonly<Record<string, string>>): BlobHead | null {
    const { Key: full = '', Size: size = '', ETag: etag = '', LastModified: modified = '' } = entry;
    const start = place.prefix === '' ? '' : `${place.prefix}/`;
    if (!full.startsWith(start)) return null;
    return { key: full.slice(start.length), size: Number(size), etag, modified: Date.parse(modified), sha256: null };
  }
  async function dropUploads(folder: string, before: number, isOurs: (name: string) => boolean): Promise<string[]> {
    const query = { uploads: '', prefix: prefixOf(folder) };
    // Some services have no such list, and forget what is not finished by themselves.
    const { status, body } = await ask({
      method: 'GET',
      key: null,
      query,
      what: 'list what was not finished',
      expected: [400, 404, 405, 501],
    });
    const text = await new Response(body).text();
    if (status !== 200) return [];
    const dropped: string[] = [];
    for (const { Key: full = '', UploadId: uploadId = '', Initiated: begun = '' } of readAnswer(text, 'Upload')
      .entries) {
      const key = headOfEntry({ Key: full })?.key;
      if (key === undefined || uploadId === '' || !(Date.parse(begun) < before) || !isOurs(nameOfKey(key))) continue;
      await ask({ method: 'DELETE', key, query: { uploadId }, what: `give up ${key}`, expected: [404] });
      dropped.push(`${key} (not finished)`);
    }
    return dropped;
  }
}

function headOf(key: string, headers: Headers): BlobHead {
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

/** What is to be put as bytes or as a file of this machine, for as long as `use` runs. */
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
