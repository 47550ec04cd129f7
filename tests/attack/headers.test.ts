import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderBlobs } from '#server/adapters/blobs/open-blobs.ts';
import { addSecurityHeaders } from '#server/http/security-headers.ts';
import { addFiles } from '#server/http/static-files.ts';
import { createTestApp, type TestApp } from '#server/test-app.ts';
import { sendRaw } from '#server/test-raw.ts';

// Every kind of answer carries the headers that keep a browser from being turned against its reader.
// server/http/security-headers.test.ts tests what the policy of a page says.

const SITE = 'https://blog.example';

let app: TestApp;
let owner: string;
beforeAll(async () => {
  app = await createTestApp({ env: { SITE_URL: SITE, TRUST_PROXY: 'false' }, posts: [{ slug: 'a' }] });
  mkdirSync(path.join(app.folder, 'uploads'), { recursive: true });
  writeFileSync(path.join(app.folder, 'uploads/a.jpg'), 'bytes');
  owner = await app.signIn();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const guarded = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': expect.stringMatching(/^(SAMEORIGIN|DENY)$/),
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'content-security-policy': expect.stringMatching(/default-src '(self|none)'/),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': expect.stringMatching(/^(same|cross)-origin$/),
};
const held = { ...guarded, 'strict-transport-security': 'max-age=31536000' };

test.each(['TRACE', 'TRACK', 'CONNECT', 'DEBUG'])('%s gives nothing of a request back', async (method) => {
  const target = method === 'CONNECT' ? 'blog.example:443' : '/';
  const secret = 'Cookie: secret=of-the-request';
  const { status, body } = await sendRaw(app.http, `${method} ${target} HTTP/1.1`, [secret], 'blog.example');
  // 0: the connection is closed without an answer.
  expect([0, 400, 404, 405, 501]).toContain(Number.isNaN(status) ? 0 : status);
  expect(body).not.toContain('of-the-request');
});

describe('behind https, this carries every header:', () => {
  test.each([
    ['a page', 'GET', '/', 200],
    ['a post', 'GET', '/post/a', 200],
    ['the search page', 'GET', '/search?q=a', 200],
    ['the page of the admin', 'GET', '/admin', 200],
    ['a page that is not there', 'GET', '/none', 404],
    ['a way to another page', 'GET', '/about/', 301],
    ['an answer of the API', 'GET', '/api/posts', 200],
    ['a refusal of the API', 'GET', '/api/auth/me', 401],
    ['a call nobody has', 'GET', '/api/none', 404],
    ['an input that makes no sense', 'GET', '/api/posts?limit=0', 400],
    ['an upload', 'GET', '/uploads/a.jpg', 200],
    ['an upload that is not there', 'GET', '/uploads/none.jpg', 404],
    ['a feed', 'GET', '/rss.xml', 200],
    ['the sitemap', 'GET', '/sitemap.xml', 200],
    ['robots.txt', 'GET', '/robots.txt', 200],
    ['liveness', 'GET', '/healthz', 200],
  ] as const)('%s', async (_what, method, url, status) => {
    const response = await app.http.inject({ method, url, headers: { cookie: url === '/admin' ? owner : '' } });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(held);
    expect(response.headers['content-security-policy']).toMatch(/frame-ancestors '(self|none)'|sandbox/);
  });

  test('a page from the cache, over a socket, and its "not changed"', async () => {
    const send = (...lines: string[]) => sendRaw(app.http, 'GET /post/a HTTP/1.1', lines, new URL(SITE).host);
    const first = await send();
    const kept = await send();
    const known = await send(`If-None-Match: ${kept.headers.etag}`);
    expect([first.status, kept.status, known.status]).toEqual([200, 200, 304]);
    for (const { headers } of [first, kept]) expect(headers).toMatchObject(held);
    // A browser shows its cached page under the policy that comes with this answer.
    expect(known.headers['content-security-policy'] ?? kept.headers['content-security-policy']).toBe(
      kept.headers['content-security-policy'],
    );
  });
});

test('other sites may show pictures and icons of this one, and nothing else', async () => {
  const sharedWith = async (url: string) => (await app.http.inject({ url, headers: { cookie: owner } })).headers;
  expect((await sharedWith('/uploads/a.jpg'))['cross-origin-resource-policy']).toBe('cross-origin');
  for (const url of ['/', '/post/a', '/admin', '/api/posts', '/api/auth/me', '/rss.xml', '/none']) {
    const headers = await sharedWith(url);
    expect([url, headers['cross-origin-resource-policy']]).toEqual([url, 'same-origin']);
    // This header would keep pictures and players of other sites off the pages.
    expect(headers).not.toHaveProperty('cross-origin-embedder-policy');
  }
});

test('no answer lets another base, a plug-in or a style of a page be put in', async () => {
  for (const url of ['/', '/post/a', '/admin', '/api/posts', '/none']) {
    const policy = String((await app.http.inject(url)).headers['content-security-policy']);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).not.toMatch(/(script|style)-src [^;]*'unsafe-(inline|eval)'/);
    expect(policy).toContain("require-trusted-types-for 'script'");
  }
});

describe('what is refused before anything else has looked at it is guarded, too:', () => {
  test.each([
    ['a call from another site', 'POST', '/api/contact', { origin: 'https://evil.example' }, 403],
    ['a form from another site', 'POST', '/contact', { origin: 'https://evil.example', accept: 'text/html' }, 403],
    ['an address that cannot be read', 'GET', '/api/posts/%E0%A4%A', {}, 400],
    ['a page address that cannot be read', 'GET', '/%zz', { accept: 'text/html' }, 400],
  ] as const)('%s', async (_what, method, url, headers, status) => {
    const response = await app.http.inject({ method, url, headers });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(guarded);
  });
});

test('files of the build carry them, and are kept for ever', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-attack-'));
  const client = path.join(folder, 'client');
  mkdirSync(path.join(client, 'assets'), { recursive: true });
  writeFileSync(path.join(client, 'assets/site-abc.js'), 'export {};');
  writeFileSync(path.join(client, 'favicon.ico'), 'icon');
  const http = Fastify();
  await addSecurityHeaders(http, {
    hasPolicy: true,
    siteUrl: SITE,
    hasAnalytics: false,
    inlineScripts: [],
    embeds: () => new Set(),
  });
  const pictures = { fateOf: async () => null, hasFile: async () => false, blobs: folderBlobs(folder) };
  await addFiles(http, { ...pictures, clientFolder: client });
  for (const [url, type] of [
    ['/assets/site-abc.js', /^(text|application)\/javascript/],
    ['/favicon.ico', /^image\//],
  ] as const) {
    const { statusCode, headers } = await http.inject(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject(held);
    expect(headers['content-type']).toMatch(type);
  }
  await http.close();
  rmSync(folder, { recursive: true });
});

test('without https nothing asks for https: a site that is tried out at home stays within reach', async () => {
  const plain = await createTestApp();
  const { headers } = await plain.http.inject('/');
  expect(headers).toMatchObject(guarded);
  expect(headers).not.toHaveProperty('strict-transport-security');
  expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
  await plain.close();
});
