import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Place } from '#server/adapters/blobs/s3/s3-place.ts';

const BUCKET = 'blog';
/** A further bucket for objects that are not complete yet. */
const UNFINISHED = 'unfinished';
/** The pair of keys that s3rver knows. */
const KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** Handles a request with a fault; returns false to leave the request to the store. */
export type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

export interface ObjectStore {
  endpoint: string;
  /** Where the store keeps its objects. */
  folder: string;
  place(prefix?: string): S3Place;
  /** Returns the environment variables for a program that uses the store. */
  environment(prefix?: string): Record<string, string>;
  /** Called for each request, until it is null again. */
  fault: Fault | null;
  /** The requests so far, as "PUT /blog/a". */
  readonly requests: string[];
  close(): Promise<void>;
}

/** Returns the place of a service at an address, in the form that the server's own client takes. */
export function placeAt(endpoint: string, prefix = ''): S3Place {
  return { bucket: BUCKET, prefix, endpoint, region: 'us-east-1', isPathStyle: true, keys: KEYS };
}

/** Returns the environment variables for a program that uses it. */
export function environmentAt(endpoint: string, prefix = ''): Record<string, string> {
  return {
    BLOBS: `s3://${BUCKET}${prefix === '' ? '' : `/${prefix}`}`,
    S3_ENDPOINT: endpoint,
    AWS_ACCESS_KEY_ID: KEYS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
  };
}

interface Where {
  /**
   * The folder with the objects to serve, which stays when the store is closed; if left out, a temporary folder that is
   * removed with it.
   */
  folder?: string;
  /** If left out, a free port. */
  port?: number;
}

/**
 * Starts a service that speaks S3 on this machine, with one bucket: s3rver, which checks signatures and accepts parts
 * and ranges. Rules that it does not know are enforced in front of it, as the protocol says: the conditions of a PUT
 * (If-None-Match, If-Match), and that a request is from the last 15 minutes. An object exists completely or not at all,
 * even when its process is killed.
 */
export async function startObjectStore({ folder: given, port = 0 }: Where = {}): Promise<ObjectStore> {
  const folder = given ?? mkdtempSync(path.join(tmpdir(), 'ninefold-s3-'));
  const s3 = new S3rver({ directory: folder, silent: true, configureBuckets: [{ name: BUCKET }] });
  await s3.configureBuckets();
  putWhole(s3);
  const answer = holdConditions(s3);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    if (store.fault?.(request, response)) return;
    if (isOfAnotherTime(request)) sayError(response, 403, 'RequestTimeTooSkewed');
    else answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store: ObjectStore = {
    endpoint,
    folder,
    requests,
    fault: null,
    place: (prefix) => placeAt(endpoint, prefix),
    environment: (prefix) => environmentAt(endpoint, prefix),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          if (given === undefined) rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        server.closeAllConnections();
      }),
  };
  return store;
}

function isOfAnotherTime({ headers }: IncomingMessage): boolean {
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(String(headers['x-amz-date'])) ?? [];
  if (day === undefined || time === undefined) return false;
  const written = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`;
  return Math.abs(Date.parse(written) - Date.now()) > 15 * 60_000;
}

/**
 * Makes the store write an object elsewhere first: s3rver itself writes it directly in its place, and its checksum and
 * its labels after it.
 */
function putWhole({ store }: S3rver): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const partial = randomUUID();
    const written = await put({ ...object, bucket: UNFINISHED, key: partial });
    const fileOf = (kind: string) => store.getResourcePath(object.bucket, object.key, kind);
    const move = (kind: string) => renameSync(store.getResourcePath(UNFINISHED, partial, kind), fileOf(kind));
    mkdirSync(path.dirname(fileOf('object')), { recursive: true });
    move('metadata.json');
    // If the checksum file is missing, s3rver calculates the checksum from the object, so that in between the object
    // that is there has its own checksum.
    rmSync(fileOf('object.md5'), { force: true });
    move('object');
    move('object.md5');
    return written;
  };
}

/** One request after the other, so that of two with the same condition one wins. */
function holdConditions(s3: S3rver): RequestListener {
  const answer = s3.callback();
  let last = Promise.resolve();
  const isMet = async ({ url = '', headers }: IncomingMessage): Promise<boolean> => {
    const [, bucket = '', ...names] = decodeURIComponent(url.split('?', 1)[0] ?? '').split('/');
    const key = names.join('/');
    const isThere = await s3.store.existsObject(bucket, key);
    if (headers['if-none-match'] === '*') return !isThere;
    return isThere && (await s3.store.getMetadata(bucket, key)).etag === headers['if-match'];
  };
  return (request, response) => {
    const { method, headers, url = '' } = request;
    const writes = method === 'PUT' || (method === 'POST' && url.includes('uploadId='));
    if (!writes || (headers['if-none-match'] === undefined && headers['if-match'] === undefined))
      return answer(request, response);
    last = last.then(async () => {
      const ended = new Promise<void>((resolve) => {
        response.once('close', resolve);
      });
      if (await isMet(request)) answer(request, response);
      else {
        request.resume();
        sayError(response, 412, 'PreconditionFailed');
      }
      await ended;
    });
  };
}

/** Answers with an error as the protocol does. */
export function sayError(response: ServerResponse, status: number, code: string, headers = {}): true {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>Told by a test</Message></Error>`,
  );
  return true;
}
