import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Endpoint, endpoints, errorBody, getMetrics, getOpenApi } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, pathOf, readRefusal, refused } from '../test-call.ts';

let app: TestApp;
beforeAll(async () => {
  // A stand-in for the export: a process that makes an archive nobody looks at took as long as all the rest.
  const makeExport = async () => Readable.from([Buffer.from('archive')]);
  app = await createTestApp({ posts: [{}], makeExport });
});
afterAll(() => app.close());

const all: readonly Endpoint[] = endpoints;
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [endpoint.name, endpoint] as const);
const ofAdmin = named(all.filter((endpoint) => endpoint.access === 'admin'));
const closed = named(all.filter((endpoint) => endpoint.access !== 'public'));

test.each(named(all))('%s is mounted', (_name, { method, path }) => {
  expect(app.http.hasRoute({ method, url: path })).toBe(true);
});

test.each(closed)('%s is closed to readers', async (_name, endpoint) => {
  expect(await refused(app.http, endpoint)).toMatchObject({ status: 401, code: 'unauthorized' });
});

test.each(closed)('%s does not look at the body of somebody who is not signed in', async (_name, endpoint) => {
  const response = await app.http.inject({
    method: endpoint.method,
    url: pathOf(endpoint),
    headers: { 'content-type': 'application/json', cookie: 'ninefold.sid=forged.signature' },
    ...(endpoint.method === 'GET' ? {} : { payload: '{"half":' }),
  });
  expect(readRefusal(response).code).toBe('unauthorized');
});

// Streams are left out, because they would not end. A call that has no handler yet says so.
test.each(ofAdmin.filter(([, endpoint]) => endpoint.events === undefined))(
  '%s knows the owner by the session',
  async (_name, endpoint) => {
    const response = await app.http.inject({
      method: endpoint.method,
      url: pathOf(endpoint),
      headers: { cookie: await app.signIn() },
    });
    expect([401, 403, 500]).not.toContain(response.statusCode);
    if (response.statusCode >= 400) errorBody.strict().parse(response.json());
    if (response.statusCode === 501) expect(response.json()).toMatchObject({ code: 'not_built' });
  },
);

test('what the contract does not name is not there', async () => {
  for (const url of ['/api', '/api/', '/api/users', '/api/posts/1/2/3', '/api/../api/secret', '/documentation']) {
    const response = await app.http.inject({ url, headers: { cookie: await app.signIn() } });
    expect([url, response.statusCode]).toEqual([url, 404]);
  }
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    expect(readRefusal(await app.http.inject({ method, url: '/api/posts' })).code).toBe('not_found');
  }
});

test('every GET answers HEAD with the same status and no body', async () => {
  const readable = all.filter(
    ({ method, access, name }) => method === 'GET' && access === 'public' && name !== getMetrics.name,
  );
  for (const endpoint of readable) {
    const url = pathOf(endpoint, { slug: 'technology' });
    const [get, head] = [await app.http.inject(url), await app.http.inject({ method: 'HEAD', url })];
    expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
  }
});

test('the OpenAPI document names exactly the calls of the contract but those of reader instances, and the door of agents', async () => {
  const { body } = await ask(app.http, getOpenApi);
  const paths = (body as unknown as { paths: Record<string, Record<string, { operationId: string }>> }).paths;
  const named = Object.values(paths).flatMap((methods) => Object.values(methods).map((call) => call.operationId));
  expect(named.sort()).toEqual(
    [...all.filter(({ access }) => access !== 'reader').map((endpoint) => endpoint.name), 'speakMcp'].sort(),
  );
});
