import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAGE_SIZE } from '#server/site/site-data.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { endpoints } from '#shared/contract/index.ts';

const READERS = 'https://blog.example';
const WRITER = 'https://write.blog.example';
const message = { name: 'Ada', email: 'ada@example.org', message: 'Hello' };

let app: TestApp;
let alone: TestApp;
beforeAll(async () => {
  const posts = [{ title: 'Read', published: true }];
  app = await createTestApp({ env: { SITE_URL: READERS, WRITER_URL: WRITER }, posts });
  alone = await createTestApp({ env: { SITE_URL: READERS }, posts });
});
afterAll(async () => {
  await app.close();
  await alone.close();
});

interface Asked {
  origin?: string;
  site?: string;
  host?: string;
  method?: 'POST' | 'OPTIONS' | 'PUT' | 'DELETE';
  type?: string;
  body?: string;
  cookie?: string;
}

function ask(
  to: TestApp,
  url: string,
  { origin = READERS, site = 'same-site', method = 'POST', ...asked }: Asked = {},
) {
  const { host = 'write.blog.example', type, body = '', cookie } = asked;
  return to.http.inject({
    ...{ method, url, payload: body },
    headers: {
      ...{ host, origin, 'sec-fetch-site': site },
      ...(type !== undefined && { 'content-type': type }),
      ...(cookie !== undefined && { cookie }),
    },
  });
}

const JSON_MESSAGE = { type: 'application/json', body: JSON.stringify(message) };
const FORM = 'application/x-www-form-urlencoded';

describe('the writer of a published site', () => {
  test.each([
    ['a message by script', '/api/contact', JSON_MESSAGE, 204],
    ['a message by a form', '/contact', { type: FORM, body: new URLSearchParams(message).toString() }, 200],
    ['a reading', '/api/posts/1/view?from=', {}, 204],
    ['the end of a reading', '/api/posts/1/end', {}, 204],
    ['the opening of a page', '/api/pages/about/view', {}, 204],
  ])('takes %s from the origin of the files, cross-site too', async (_what, url, asked, status) => {
    for (const site of ['same-site', 'cross-site']) {
      const answer = await ask(app, url, { ...asked, site });
      expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([status, READERS]);
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test.each([
    ['https://evil.example'],
    ['https://other.blog.example'],
    ['http://blog.example'],
    ['https://blog.example:8443'],
    ['https://blog.example.evil.example'],
    ['null'],
  ])('refuses the same from %s', async (origin) => {
    const answer = await ask(app, '/api/contact', { ...JSON_MESSAGE, origin, site: 'cross-site' });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    const beforehand = await ask(app, '/api/contact', { origin, method: 'OPTIONS', site: 'cross-site' });
    expect(beforehand.statusCode).toBe(403);
  });

  test('refuses everything else from the origin of the files, with the owner’s session too', async () => {
    const cookie = await app.signIn();
    const shut = endpoints.filter(({ method, fromPublished }) => method !== 'GET' && !fromPublished);
    expect(shut.length).toBeGreaterThan(50);
    for (const { path, method } of shut) {
      const answer = await ask(app, path.replace(/:\w+/g, '1'), { cookie, method: method as 'POST' });
      expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'cross_site']);
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
    }
    for (const path of ['/api/me', '/api/drafts', '/mcp']) {
      const read = await app.http.inject({
        url: path,
        headers: { host: 'write.blog.example', origin: READERS, cookie },
      });
      expect(read.headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  test('a browser that says only its origin is judged by it', async () => {
    const headers = { host: 'write.blog.example', origin: READERS };
    const answer = await app.http.inject({ method: 'POST', url: '/api/auth/logout', headers });
    expect(answer.json()).toMatchObject({ code: 'cross_site' });
  });

  test('says beforehand that a message may be sent', async () => {
    const { statusCode, headers } = await ask(app, '/api/contact', { method: 'OPTIONS', site: 'cross-site' });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': READERS,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type',
      vary: expect.stringContaining('origin'),
    });
  });

  test('answers under its own name and the site’s, and under no other', async () => {
    const under = async (host: string) => (await app.http.inject({ url: '/about', headers: { host } })).statusCode;
    expect([await under('write.blog.example'), await under('blog.example'), await under('evil.example')]).toEqual([
      200, 200, 421,
    ]);
  });
});

test('a site that is served by its own server opens no door', async () => {
  const answer = await ask(alone, '/api/contact', { ...JSON_MESSAGE, host: 'blog.example', site: 'cross-site' });
  expect(answer.json()).toMatchObject({ code: 'cross_site' });
  const beforehand = await ask(alone, '/api/contact', { method: 'OPTIONS', host: 'blog.example' });
  expect(beforehand.statusCode).toBe(404);
});

test('the address a page of a list has among published files leads to the server’s own', async () => {
  const to = async (url: string) =>
    (await alone.http.inject({ url, headers: { accept: 'text/html' } })).headers.location;
  for (let number = 0; number <= PAGE_SIZE; number += 1) await alone.post({ slug: `tea-${number}`, tags: ['Tea'] });
  expect([await to('/page/2'), await to('/tag/tea/page/2'), await to('/about/page/2')]).toEqual([
    '/?page=2',
    '/tag/tea?page=2',
    undefined,
  ]);
});
