import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Fault, type ObjectStore, sayError, startObjectStore } from '#tests/object-store/object-store.ts';
import type { BlobStore } from '../blob-store.ts';
import { openS3Store } from './s3-store.ts';

// A service that lies, is slow, refuses, or is not the right service.

const DAY = 24 * 60 * 60 * 1000;
/** The usual patience: a busy machine answers late. Tests of a silent service have a shorter patience of their own. */
const patience = { answer: 60_000, piece: 60_000, tries: 3, pause: 1 };
const impatience = { ...patience, answer: 400, piece: 300 };
const PART = 5 * 1024 * 1024;

let service: ObjectStore;
let workFolder: string;
let store: BlobStore;
beforeAll(async () => {
  service = await startObjectStore();
  workFolder = mkdtempSync(path.join(tmpdir(), 'ninefold-s3-work-'));
  store = openS3Store({ place: service.place('site'), workFolder, patience, sizes: { part: PART } });
  await store.put('a', Buffer.from('the bytes'));
});
afterAll(async () => {
  await service.close();
  rmSync(workFolder, { recursive: true });
});
beforeEach(() => {
  service.fault = null;
  service.requests.length = 0;
});

/** The first `times` requests meet the fault, later requests do not. */
function first(times: number, fault: Fault): Fault {
  let left = times;
  return (request, response) => {
    left -= 1;
    return left >= 0 && fault(request, response);
  };
}
const broken: Fault = (_request, response) => {
  response.destroy();
  return true;
};
const says =
  (status: number, code: string, headers = {}): Fault =>
  (_request, response) =>
    sayError(response, status, code, headers);
const read = async (key: string) => {
  const found = await store.get(key);
  return found && text(found.body);
};

test.each([
  ['500', says(500, 'InternalError')],
  ['503 with a pause of its own', says(503, 'SlowDown', { 'retry-after': '0' })],
  ['429', says(429, 'TooManyRequests')],
  ['a broken connection', broken],
])('%s is tried again, and over when it is over', async (_what, fault) => {
  service.fault = first(2, fault);
  expect(await read('a')).toBe('the bytes');
  expect(service.requests).toHaveLength(3);
  service.fault = first(2, fault);
  expect((await store.put('b', Buffer.from('x'))).size).toBe(1);
});

/** Opens the same store again, with another patience. */
const openWith = (how: Partial<typeof patience>) =>
  openS3Store({ place: service.place('site'), workFolder, patience: { ...patience, ...how } });

test('silence is tried again, and over when it is over', async () => {
  const how = { ...patience, answer: 100 };
  // The patience is short only for the silent answer: on a busy machine, a real answer takes longer.
  service.fault = first(1, () => {
    how.answer = patience.answer;
    return true;
  });
  const silentAtFirst = openS3Store({ place: service.place('site'), workFolder, patience: how });
  const found = await silentAtFirst.get('a');
  expect(found && (await text(found.body))).toBe('the bytes');
  expect(service.requests).toHaveLength(2);
});

test.each([
  ['500', says(500, 'InternalError'), 'unreachable', /could not give a: it answered 500 InternalError/],
  ['a broken connection', broken, 'unreachable', /could not give a: the connection failed/],
  ['silence', (() => true) as Fault, 'unreachable', /it did not answer in time/],
])('%s that lasts is told after the last try', async (what, fault, kind, message) => {
  service.fault = fault;
  const asked = what === 'silence' ? openWith(impatience) : store;
  await expect(asked.get('a')).rejects.toMatchObject({
    name: 'BlobFault',
    kind,
    message: expect.stringMatching(message),
  });
  expect(service.requests).toHaveLength(3);
});

test.each([
  ['wrong keys', says(403, 'InvalidAccessKeyId'), 'refused', /Check AWS_ACCESS_KEY_ID/],
  ['a wrong signature', says(403, 'SignatureDoesNotMatch'), 'refused', /Check AWS_ACCESS_KEY_ID/],
  [
    'keys that may not',
    says(403, 'AccessDenied'),
    'refused',
    /does not let these keys give a \(answered 403 AccessDenied\)/,
  ],
  ['no such bucket', says(404, 'NoSuchBucket'), 'misplaced', /There is no bucket “blog” at http/],
  [
    'another region',
    says(301, 'PermanentRedirect', { location: 'http://127.0.0.1:9/', 'x-amz-bucket-region': 'eu-west-1' }),
    'misplaced',
    /Set S3_REGION to eu-west-1/,
  ],
  [
    'a region that is no word',
    says(400, 'AuthorizationHeaderMalformed', { 'x-amz-bucket-region': '<script>' }),
    'misplaced',
    /Set S3_REGION, or/,
  ],
])('%s is told at once, with what to do, and is not tried again', async (_what, fault, kind, message) => {
  service.fault = fault;
  await expect(store.get('a')).rejects.toMatchObject({ kind, message: expect.stringMatching(message) });
  expect(service.requests).toHaveLength(1);
});

test('no message names a secret', async () => {
  service.fault = says(403, 'SignatureDoesNotMatch');
  const error = await store.get('a').catch((fault: unknown) => fault);
  expect(JSON.stringify(error) + String(error)).not.toContain('S3RVER');
});

test('a clock that is a day off is put right by what the service says; one that says nothing of it is told', async () => {
  const open = () => openS3Store({ place: service.place('site'), workFolder, patience, now: () => Date.now() - DAY });
  const late = open();
  const found = await late.get('a');
  expect(found && (await text(found.body))).toBe('the bytes');
  expect(service.requests).toHaveLength(2);
  await late.head('a');
  expect(service.requests).toHaveLength(3);
  service.fault = (_request, response) => {
    response.sendDate = false;
    return sayError(response, 403, 'RequestTimeTooSkewed');
  };
  await expect(open().get('a')).rejects.toThrow('Set this machine’s clock');
});

/** Answers as the service does for "a", but with other bytes. */
function gives(response: ServerResponse, body: Buffer, { length = body.length } = {}): void {
  const sum = '2ba0b19ad1b8b23a1f5b1a1ff4aa35cbdbb31a6fcbdd2ef0f0fd6d8b9d2f3c11';
  response.writeHead(200, { 'content-length': length, etag: '"x"', 'x-amz-meta-sha256': sum });
  // A complete answer is ended: left open, it would hold up the next answer on its connection.
  if (length === body.length) response.end(body);
  else response.write(body);
}

test.each([
  ['other bytes', /other bytes than were put/, (response: ServerResponse) => gives(response, Buffer.from('THE BYTES'))],
  [
    'half of them',
    /broke off/,
    (response: ServerResponse) => {
      gives(response, Buffer.from('the '), { length: 9 });
      setTimeout(() => response.destroy(), 20);
    },
  ],
  [
    'some of them and then nothing',
    /stopped coming/,
    (response: ServerResponse) => gives(response, Buffer.from('the '), { length: 9 }),
  ],
])('%s for a blob are no blob', async (what, message, answer) => {
  service.fault = (_request, response) => {
    answer(response);
    return true;
  };
  const asked = what === 'some of them and then nothing' ? openWith({ piece: impatience.piece }) : store;
  const found = await asked.get('a');
  await expect(text(found?.body ?? Readable.from([]))).rejects.toMatchObject({
    name: 'BlobFault',
    message: expect.stringMatching(message),
  });
});

test('the whole for a part is no part', async () => {
  service.fault = (_request, response) => {
    response.writeHead(200, { 'content-length': 9, etag: '"x"' });
    response.end('the bytes');
    return true;
  };
  await expect(store.get('a', { start: 4 })).rejects.toThrow('other bytes of a than were asked for');
});

test('a put on a condition whose answer was lost is known as our own, and another’s is not', async () => {
  const losesAnswer = first(1, (request, response) => {
    response.end = (() => response.destroy()) as ServerResponse['end'];
    return request.method === 'GET';
  });
  service.fault = losesAnswer;
  expect(await store.putIf('mine', Buffer.from('mine'), { isNew: true })).toMatchObject({ key: 'mine', size: 4 });
  service.fault = null;
  expect(await store.putIf('mine', Buffer.from('mine'), { isNew: true })).toBeNull();
  await store.put('theirs', Buffer.from('theirs'));
  service.fault = first(1, broken);
  expect(await store.putIf('theirs', Buffer.from('mine'), { isNew: true })).toBeNull();
});

test('parts that cannot be put together are given up, although the answer was 200', async () => {
  const file = path.join(workFolder, 'large');
  writeFileSync(file, Buffer.alloc(PART + 1, 'x'));
  service.fault = (request, response) =>
    request.method === 'POST' && String(request.url).includes('uploadId=') && sayError(response, 200, 'InternalError');
  await expect(store.put('large', { file })).rejects.toThrow(
    'could not put the parts of large together (InternalError)',
  );
  expect(service.requests.at(-1)).toMatch(/^DELETE .*uploadId=/);
  expect(await store.head('large')).toBeNull();
  rmSync(file);
});

test.each([
  ['no XML', '<html><p>Welcome'],
  [
    'an endless list',
    '<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>x</NextContinuationToken></ListBucketResult>',
  ],
  [
    'entities that grow',
    '<!DOCTYPE a [<!ENTITY b "bb">]><ListBucketResult><Contents><Key>&b;</Key></Contents></ListBucketResult>',
  ],
])('%s in the place of a list is told', async (_what, answer) => {
  service.fault = (_request, response) => {
    response.end(answer);
    return true;
  };
  await expect(store.names('uploads')).rejects.toMatchObject({ name: 'BlobFault', kind: 'damaged' });
});

test('an error that never ends is not read to its end', async () => {
  service.fault = (_request, response) => {
    response.writeHead(403, { 'content-type': 'application/xml' });
    const more = () => {
      if (response.destroyed) return;
      if (response.write('x'.repeat(65_536))) setImmediate(more);
      else response.once('drain', more);
    };
    more();
    return true;
  };
  await expect(store.get('a')).rejects.toMatchObject({ kind: 'refused' });
});

test('nothing is left on this machine of what was made for the service', () => {
  expect(readdirSync(workFolder)).toEqual([]);
});
