import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendContactMessage } from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, readRefusal, refused } from '../test-call.ts';
import { sendRaw } from '../test-raw.ts';
import { createKnowsHost } from './known-hosts.ts';

const ours = [
  'blog.example',
  'Blog.Example:8080',
  'blog.example.',
  'localhost',
  'localhost:3000',
  'blog.localhost:3000',
  '127.0.0.1:3000',
  '[::1]:3000',
  '192.168.1.5:3000',
  '[fd00::5]',
];
const foreign = [
  'evil.example',
  'blog.example.evil.example',
  'evil-blog.example',
  'evil.example:3000',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  '127.0.0.1@evil.example',
  '[::1].evil.example',
  '',
];

test('the site’s name, this machine’s own and addresses are known, other names are not', () => {
  const knows = createKnowsHost('https://blog.example');
  expect(ours.filter((host) => !knows(host))).toEqual([]);
  expect(foreign.filter(knows)).toEqual([]);
  expect(knows(undefined)).toBe(true);
});

describe('the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp({ posts: [{ slug: 'tea' }] });
  });
  afterAll(() => app.close());
  const get = (url: string, host: string) => app.http.inject({ url, headers: { host } });

  test.each(['/', '/post/tea', '/api/posts', '/api/meta', '/admin', '/none'])(
    'refuses %s under a foreign name',
    async (url) => {
      expect(readRefusal(await get(url, 'evil.example'))).toMatchObject({ status: 421, code: 'unknown_host' });
      expect((await get(url, '192.168.1.5:3000')).statusCode).not.toBe(421);
    },
  );

  test('tells a person what to set', async () => {
    const headers = { host: 'nas:3000', accept: 'text/html' };
    const page = await app.http.inject({ url: '/', headers });
    expect([page.statusCode, page.headers['content-type']]).toEqual([421, 'text/html; charset=utf-8']);
    expect(page.body).toContain('SITE_URL');
  });

  test.each(['/healthz', '/readyz'])('%s is answered under any name', async (url) => {
    expect((await get(url, 'some-balancer')).statusCode).toBe(200);
  });

  test('a page whose name was made to lead here sends nothing', async () => {
    const body = { name: 'Mira', email: 'mira@example.org', message: 'Hello' };
    const from = (host: string) => ({ body, headers: { host, origin: `http://${host}` } });
    expect((await refused(app.http, sendContactMessage, from('evil.example:3000'))).code).toBe('unknown_host');
    await ask(app.http, sendContactMessage, from('192.168.1.5:3000'));
  });

  test('cached pages are no exception, and two names in one request are refused', async () => {
    await app.http.listen({ port: 0, host: '127.0.0.1' });
    const send = (...lines: string[]) => sendRaw(app.http, 'GET /post/tea HTTP/1.1', lines);
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    const { hits } = app.cache;
    expect((await send('Host: evil.example')).status).toBe(400);
    expect((await send('hOsT: site.test')).status).toBe(400);
    const foreignName = await fetchUnder('evil.example');
    expect([foreignName, app.cache.hits]).toEqual([421, hits]);
  });

  const fetchUnder = async (host: string) => (await sendRaw(app.http, 'GET /post/tea HTTP/1.1', [], host)).status;
});
