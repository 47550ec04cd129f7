import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BlobFault } from '../blob-fault.ts';
import { typeOfKey } from '../blob-key.ts';
import type { BlobCondition, BlobLabels } from '../blob-store.ts';
import { readXml, xmlText } from './read-xml.ts';
import type { Ask } from './s3-requests.ts';

const MIB = 1024 * 1024;
/**
 * The size in bytes above which a file is uploaded in parts, and the size of each part; parts are larger when there
 * would be too many.
 */
const PART = 8 * MIB;
const MOST_PARTS = 9000;
/** The number of parts that are sent at the same time. */
const AT_ONCE = 3;

/** An upload whose bytes are all known. */
export interface Upload {
  key: string;
  source: Buffer | { file: string };
  labels: BlobLabels;
  condition?: BlobCondition | undefined;
}

/** The result of an upload. */
interface Uploaded {
  size: number;
  sha256: string;
  etag: string;
}

/** The size in bytes above which files are uploaded in parts; smaller in tests. */
export interface UploadSizes {
  part: number;
}

export const UPLOAD_SIZES: UploadSizes = { part: PART };

/**
 * Uploads bytes atomically; null when the condition does not hold. Every request carries the hash of its bytes, which
 * the service compares.
 */
export async function upload(
  ask: Ask,
  request: Upload,
  { part }: UploadSizes = UPLOAD_SIZES,
): Promise<Uploaded | null> {
  const { source } = request;
  const size = Buffer.isBuffer(source) ? source.length : (await stat(source.file)).size;
  if (size > part) return uploadInParts(ask, request, { size, part: Math.max(part, Math.ceil(size / MOST_PARTS)) });
  const body = Buffer.isBuffer(source) ? source : await readWhole(source.file, size);
  const sha256 = sumOf(body);
  const headers = { ...labelHeaders(request, sha256), ...conditionHeaders(request.condition) };
  const what = `take ${request.key}`;
  const answer = await ask({
    method: 'PUT',
    key: request.key,
    body,
    sha256,
    headers,
    what,
    expected: expected(request),
  });
  await answer.body?.cancel();
  if (answer.status !== 200) return answer.lost > 0 ? ownOne(ask, request.key, { size, sha256 }) : null;
  return { size, sha256, etag: answer.headers.get('etag') ?? '' };
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function readWhole(file: string, size: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const bytes = await handle.readFile();
    if (bytes.length !== size) throw new Error(`${file} changed while it was read`);
    return bytes;
  } finally {
    await handle.close();
  }
}

/**
 * With a condition, the service may answer that it does not hold, or that there is no blob with this key to compare
 * with.
 */
function expected({ condition }: Upload): readonly number[] {
  return condition === undefined ? [] : 'etag' in condition ? [412, 404] : [412];
}

function conditionHeaders(condition: BlobCondition | undefined): Record<string, string> {
  if (condition === undefined) return {};
  return 'etag' in condition ? { 'if-match': condition.etag } : { 'if-none-match': '*' };
}

/** Returns the headers with which the service serves the blob to others. */
function labelHeaders(
  { key, labels: { type, cacheControl, redirect } }: Upload,
  sha256: string,
): Record<string, string> {
  return {
    'content-type': type ?? typeOfKey(key),
    ...(cacheControl !== undefined && { 'cache-control': cacheControl }),
    ...(redirect !== undefined && { 'x-amz-website-redirect-location': redirect }),
    'x-amz-meta-sha256': sha256,
  };
}

/**
 * Checks whether the blob in the store is ours: a try whose answer was lost may have put the bytes, and then the
 * condition fails because of our own blob.
 */
async function ownOne(
  ask: Ask,
  key: string,
  { size, sha256 }: { size: number; sha256: string },
): Promise<Uploaded | null> {
  const { status, headers } = await ask({ method: 'HEAD', key, what: `look for ${key}`, expected: [404] });
  const isOurs = status === 200 && headers.get('x-amz-meta-sha256') === sha256;
  return isOurs ? { size, sha256, etag: headers.get('etag') ?? '' } : null;
}

async function uploadInParts(
  ask: Ask,
  request: Upload,
  { size, part }: { size: number; part: number },
): Promise<Uploaded | null> {
  const { key, source, condition } = request;
  const sha256 = await sumOfAll(source);
  const what = `take ${key}`;
  const begun = await ask({
    ...{ method: 'POST', key, query: { uploads: '' }, headers: labelHeaders(request, sha256), what },
  });
  const { UploadId: uploadId = '' } = readXml(await textOf(begun.body), '').fields;
  if (uploadId === '') throw new BlobFault('unreachable', `The store did not begin to ${what}.`);
  try {
    const etags = await putParts(ask, { key, source, uploadId, size, part });
    const list = etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${xmlText(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`);
    const headers = { 'content-type': 'application/xml', ...conditionHeaders(condition) };
    const answer = await ask({
      ...{ method: 'POST', key, query: { uploadId }, headers, body, sha256: sumOf(body), what },
      // At a second try the service may no longer know the upload.
      expected: [404, ...expected(request)],
    });
    const said = await textOf(answer.body);
    const { root, fields } = answer.status === 200 ? readXml(said, '') : NO_ANSWER;
    // The service answers 200 before it knows the result, and reports an error in the text.
    if (root === 'CompleteMultipartUploadResult') return { size, sha256, etag: fields.ETag ?? '' };
    const isForgotten = answer.status === 404 || (answer.status === 412 && answer.lost > 0);
    const own = isForgotten ? await ownOne(ask, key, { size, sha256 }) : null;
    if (own || (condition !== undefined && answer.status !== 200)) return own;
    throw new BlobFault(
      'unreachable',
      `The store could not put the parts of ${key} together${fields.Code ? ` (${fields.Code})` : ''}.`,
    );
  } catch (error) {
    await ask({ method: 'DELETE', key, query: { uploadId }, what: `give up ${key}`, expected: [404] }).catch(
      () => undefined,
    );
    throw error;
  }
}

interface Parts {
  key: string;
  source: Upload['source'];
  uploadId: string;
  size: number;
  part: number;
}

const NO_ANSWER: ReturnType<typeof readXml> = { root: '', fields: {}, entries: [] };

/** Sends the parts, a few at a time; returns their etags in order. */
async function putParts(ask: Ask, { key, source, uploadId, size, part }: Parts): Promise<string[]> {
  const count = Math.ceil(size / part);
  const etags = new Array<string>(count).fill('');
  const handle = Buffer.isBuffer(source) ? null : await open(source.file, 'r');
  let next = 0;
  let isBroken = false;
  const work = async () => {
    for (let index = next++; index < count && !isBroken; index = next++) {
      const start = index * part;
      const length = Math.min(part, size - start);
      const body = Buffer.isBuffer(source) ? source.subarray(start, start + length) : Buffer.alloc(length);
      if (handle && (await handle.read(body, 0, length, start)).bytesRead !== length)
        throw new Error(`${key} became shorter while it was read`);
      const query = { partNumber: String(index + 1), uploadId };
      const what = `take part ${index + 1} of ${key}`;
      const answer = await ask({ method: 'PUT', key, query, body, sha256: sumOf(body), what });
      await answer.body?.cancel();
      etags[index] = answer.headers.get('etag') ?? '';
    }
  };
  try {
    const results = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        work().catch((error: unknown) => {
          isBroken = true;
          throw error;
        }),
      ),
    );
    for (const each of results) if (each.status === 'rejected') throw each.reason;
    return etags;
  } finally {
    await handle?.close();
  }
}

async function sumOfAll(source: Upload['source']): Promise<string> {
  if (Buffer.isBuffer(source)) return sumOf(source);
  const hash = createHash('sha256');
  await pipeline(createReadStream(source.file), hash);
  return hash.digest('hex');
}

async function textOf(body: ReadableStream<Uint8Array> | null): Promise<string> {
  return body ? new Response(body).text() : '';
}
