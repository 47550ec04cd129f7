import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BlobStore } from '#server/adapters/blobs/blob-store.ts';
import { openS3Store } from '#server/adapters/blobs/s3/s3-store.ts';
import { type Fault, type ObjectStore, sayError, startObjectStore } from '#tests/object-store/object-store.ts';
import { shareOf } from '#tests/share.ts';
import { MANIFEST_KEY } from './publication-manifest.ts';
import { type FileToPublish, publishFiles } from './publish-files.ts';

/** A long patience, because a busy machine answers late: only a service that says nothing is given up soon. */
const LONG = 60_000;
const patience = { answer: LONG, piece: LONG, tries: 2, pause: 1 };
const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-publish-s3-'));
let service: ObjectStore;
let store: BlobStore;
let count = 0;
beforeAll(async () => {
  service = await startObjectStore();
});
beforeEach(() => {
  service.fault = null;
  patience.answer = LONG;
  count += 1;
  store = openS3Store({ place: service.place(`site-${count}`), workFolder: folder, patience });
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

type Site = Record<string, string>;

async function* filesOf(site: Site): AsyncGenerator<FileToPublish> {
  for (const [key, words] of Object.entries(site)) {
    const labels = { type: 'text/html; charset=utf-8', cacheControl: 'no-cache' };
    yield {
      key,
      kind: 'page',
      bytes: Buffer.from(words),
      labels: key === 'old' ? { ...labels, redirect: '/new' } : labels,
    };
  }
}

const publish = (site: Site) =>
  publishFiles({ store, siteId: 'ours', layout: 'exact', files: filesOf(site), workFolder: folder });

async function contents(): Promise<Site> {
  const found: Site = {};
  for await (const { key } of store.list('', { isDeep: true })) {
    const read = key === MANIFEST_KEY ? null : await store.get(key);
    if (read) found[key] = await text(read.body);
  }
  return found;
}

const before: Site = {
  'index.html': 'home',
  'post/tea': 'tea',
  'category/tea': 'list',
  'category/tea/rss.xml': 'feed',
};
const after: Site = { ...before, 'index.html': 'another', 'post/jam': 'jam', old: 'moved' };

test('a bucket gets addresses as keys, with their types, and where they lead', async () => {
  const put: IncomingMessage['headers'][] = [];
  service.fault = ({ method, url, headers }) => {
    if (method === 'PUT' && /\/(post\/tea|old)$/.test(url ?? '')) put.push(headers);
    return false;
  };
  await publish({ ...before, old: 'moved' });
  expect(put.find((headers) => headers['x-amz-website-redirect-location'] === undefined)).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  });
  expect(put.some((headers) => headers['x-amz-website-redirect-location'] === '/new')).toBe(true);
  service.requests.length = 0;
  await publish({ ...before, old: 'moved' });
  expect(service.requests.filter((each) => !/^(GET|HEAD) /.test(each))).toEqual([]);
});

/** From the `at`-th change on, the service answers with the fault. */
function from(at: number, fault: Fault): Fault {
  let changes = 0;
  return (request, response) => {
    if (request.method === 'PUT' || request.method === 'DELETE') changes += 1;
    return changes >= at ? fault(request, response) : false;
  };
}

const silence: Fault = () => true;

test.each([
  ['lets nobody in', 0, (_request, response) => sayError(response, 403, 'AccessDenied')],
  ['is broken', 1, (_request, response) => sayError(response, 500, 'InternalError')],
  ['says nothing', 2, silence],
  [
    'breaks off',
    0,
    (request) => {
      request.socket.destroy();
      return true;
    },
  ],
] satisfies [string, number, Fault][])(
  'a store that %s from some change on leaves whole files, and the next run completes it',
  async (_what, share, fault) => {
    await publish(before);
    for (const at of shareOf([1, 2, 4, 5, 6], 5, share)) {
      service.fault = from(at, fault);
      if (fault === silence) patience.answer = 400;
      await expect(publish({ ...after, 'post/jam': `jam ${at}` })).rejects.toMatchObject({ name: 'BlobFault' });
      service.fault = null;
      patience.answer = LONG;
      const found = await contents();
      expect(found).toMatchObject({ 'post/tea': 'tea', 'category/tea': 'list' });
      expect(['home', 'another']).toContain(found['index.html']);
      await publish(before);
      expect(await contents()).toEqual(before);
    }
  },
);
