import { existsSync, readdirSync } from 'node:fs';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ImportsApp, openImportsApp, sourceOf, sourcePost } from '#server/services/imports/imports-fixture.ts';
import { ask, refused } from '#server/test-call.ts';
import {
  createImport,
  IMPORT_FIELD,
  listImportAddresses,
  listImportItems,
  listImports,
  readImport,
  runImport,
  undoImport,
} from '#shared/contract/imports.ts';

let app: ImportsApp;
let cookie: string;
beforeEach(async () => {
  app = await openImportsApp({ env: { IMPORT_MAX_GB: '0.001' } });
  app.isWorking = true;
  cookie = await app.signIn();
  await app.services.imports.settled();
});
afterEach(() => app.close());

const uploads = () => {
  const folder = path.join(app.folder, 'imports');
  return existsSync(folder) ? readdirSync(folder) : [];
};
function multipart(bytes: Buffer, { field = IMPORT_FIELD, filename = 'ghost.json' } = {}) {
  const boundary = 'xxBOUNDARYxx';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\ncontent-type: application/zip\r\n\r\n`;
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { cookie, 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
const upload = (bytes = Buffer.from('{}'), how = {}) =>
  app.http.inject({ method: 'POST', url: createImport.path, ...multipart(bytes, how) });
const got = async (id: number) => (await ask(app.http, readImport, { params: { id }, cookie })).body;

test('a file is looked through, run with what was chosen, proved, and undone', async () => {
  app.lay(sourceOf([sourcePost('tea', { front: { title: 'Tea', tags: ['Green'] } }), sourcePost('cups')]));
  const made = await upload();
  expect(made.statusCode).toBe(201);
  const { id } = createImport.response.parse(made.json());
  await app.services.imports.settled();
  expect(await got(id)).toMatchObject({
    state: 'ready',
    name: 'ghost.json',
    canRun: true,
    plan: { posts: 2, created: 2 },
  });
  expect(uploads()).toHaveLength(1);
  const choices = [{ kind: 'tag' as const, slug: 'green', to: 'lifestyle' }];
  await ask(app.http, runImport, { params: { id }, body: { fallback: 'technology', choices }, cookie });
  await app.services.imports.settled();
  expect(await got(id)).toMatchObject({ state: 'done', receipt: { isComplete: true, items: { total: 2 } } });
  const items = await ask(app.http, listImportItems, { params: { id }, query: { q: 'cup' }, cookie });
  expect(items.body).toMatchObject([{ name: 'About cups', outcome: 'arrived', share: 1 }]);
  const addresses = await ask(app.http, listImportAddresses, { params: { id }, query: { only: 'redirected' }, cookie });
  expect(addresses.headers['x-total-count']).toBe('5');
  const url = `/api/imports/${id}/receipt`;
  const text = await app.http.inject({ url, headers: { cookie } });
  expect(text.headers['content-disposition']).toContain(`import-${id}-receipt.md`);
  expect(text.body).toContain('2 items, every one accounted for: 2 arrived');
  const json = await app.http.inject({ url: `${url}?form=json`, headers: { cookie } });
  expect(json.json()).toMatchObject({
    items: [{ name: 'Tea' }, { name: 'About cups' }],
    receipt: { isComplete: true },
  });
  await ask(app.http, undoImport, { params: { id }, cookie });
  await app.services.imports.settled();
  expect(await got(id)).toMatchObject({ state: 'undone', undone: { stays: [] } });
  expect((await ask(app.http, listImports, { cookie })).body).toMatchObject([{ id, state: 'undone' }]);
  expect(await refused(app.http, undoImport, { params: { id }, cookie })).toMatchObject({ code: 'import_refused' });
  await app.services.imports.resume();
  expect(uploads()).toEqual([]);
});

test('a file that is too large, empty, or no file leaves nothing on the disk', async () => {
  expect((await upload(Buffer.alloc(1_200_000))).json()).toMatchObject({
    code: 'payload_too_large',
    message: 'A file may have 0.001 GB at the most (IMPORT_MAX_GB).',
  });
  expect((await upload(Buffer.alloc(0))).json()).toMatchObject({ code: 'bad_request' });
  expect((await upload(Buffer.from('x'), { field: 'image' })).json()).toMatchObject({ code: 'bad_request' });
  expect(uploads()).toEqual([]);
  expect((await ask(app.http, listImports, { cookie })).body).toEqual([]);
});

test('a file whose sender goes away in the middle leaves nothing, and the next one is taken in', async () => {
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.http.server.address() as AddressInfo;
  const { payload, headers } = multipart(Buffer.alloc(600_000));
  const host = 'site.test';
  const call = request({
    ...{ port, method: 'POST', path: createImport.path },
    headers: { ...headers, host, 'content-length': payload.length },
  });
  call.on('error', () => undefined);
  call.write(payload.subarray(0, 300_000));
  await expect.poll(uploads).toHaveLength(1);
  call.destroy();
  await expect.poll(uploads).toEqual([]);
  expect((await ask(app.http, listImports, { cookie })).body).toEqual([]);
  app.lay(sourceOf([sourcePost('tea')]));
  expect((await upload()).statusCode).toBe(201);
});

test('what is no import is told in words, and the next file takes its place', async () => {
  const { openSource } = await import('#server/services/import/sources.ts');
  app.parts.open = openSource;
  const { id } = createImport.response.parse(
    (await upload(Buffer.from('MZ'), { filename: '../../holiday.mp4' })).json(),
  );
  await app.services.imports.settled();
  expect(await got(id)).toMatchObject({ state: 'failed', canRun: false, name: 'holiday.mp4' });
  expect((await got(id)).fault).toMatch(/cannot be imported\. What can:/);
  app.lay(sourceOf([sourcePost('tea')]));
  expect((await upload()).statusCode).toBe(201);
});

test('a second import at once is refused in words', async () => {
  let letGo = () => {};
  app.parts.open = () =>
    new Promise((resolve) => {
      letGo = () => resolve(sourceOf([sourcePost('tea')]));
    });
  await upload();
  expect((await upload()).json()).toMatchObject({
    code: 'import_running',
    message: 'Another import is under way. Wait until it is done.',
  });
  expect(uploads()).toHaveLength(1);
  letGo();
  await app.services.imports.settled();
  expect((await upload()).statusCode).toBe(201);
  letGo();
});

test('nobody but the owner sees or begins an import', async () => {
  const strangers = multipart(Buffer.from('{}'));
  delete (strangers.headers as Record<string, string>).cookie;
  expect((await app.http.inject({ method: 'POST', url: createImport.path, ...strangers })).statusCode).toBe(401);
  expect(await refused(app.http, listImports)).toMatchObject({ code: 'unauthorized' });
  expect(await refused(app.http, readImport, { params: { id: 7 }, cookie })).toMatchObject({ code: 'not_found' });
});
