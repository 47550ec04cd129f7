import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { type Endpoint, namesSite, SITE_HEADER } from '#shared/contract/endpoint.ts';
import { errorsOf } from '#shared/contract/error-body.ts';
import { endpoints } from '#shared/contract/index.ts';

let app: TestApp;
let cookie: string;
beforeAll(async () => {
  app = await createTestApp({ siteId: 'site-b' });
  cookie = await app.signIn();
});
afterAll(() => app.close());

const calls: readonly Endpoint[] = endpoints;
const send = ({ method, path }: Endpoint, headers: Record<string, string>) =>
  app.http.inject({ method, url: path.replaceAll(/:\w+/g, '1'), headers });

test.each(calls.filter(namesSite))(
  '$name writes nothing that is meant for another site, signed in or not',
  async (call) => {
    for (const session of ['', cookie]) {
      const { statusCode, body } = await send(call, { cookie: session, [SITE_HEADER]: 'site-a' });
      expect([statusCode, JSON.parse(body).code]).toEqual([410, 'other_site']);
    }
    expect(errorsOf(call)).toContain('other_site');
  },
);

test('who means this site, or says none, is not refused for it', async () => {
  const tag = (headers: Record<string, string>, name: string) =>
    app.http.inject({ method: 'POST', url: '/api/tags', payload: { name }, headers: { cookie, ...headers } });
  expect((await tag({ [SITE_HEADER]: 'site-b' }, 'One')).statusCode).toBe(201);
  expect((await tag({}, 'Two')).statusCode).toBe(201);
  expect((await tag({ [SITE_HEADER]: 'site-a' }, 'Three')).statusCode).toBe(410);
});

test('who reads is not asked, nor a reader who writes, nor a sign-in', async () => {
  const meant = { [SITE_HEADER]: 'site-a' };
  for (const call of calls.filter((each) => !namesSite(each))) {
    expect([call.name, (await send(call, meant)).statusCode]).not.toEqual([call.name, 410]);
  }
});
