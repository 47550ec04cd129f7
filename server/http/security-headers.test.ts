import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    posts: [
      { slug: 'a' },
      { slug: 'film', content: 'https://vimeo.com/76979871' },
      { slug: 'hidden', published: false, content: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
    ],
  });
  mkdirSync(path.join(app.folder, 'uploads'), { recursive: true });
  writeFileSync(path.join(app.folder, 'uploads/a.png'), '<html><script>alert(1)</script>');
});
afterAll(() => app.close());

type Directives = Record<string, string[]>;
function policyOf(header: unknown): Directives {
  const directives = String(header)
    .split(';')
    .map((text) => text.trim().split(/\s+/));
  return Object.fromEntries(directives.map(([name = '', ...values]) => [name, values]));
}

const everywhere = [
  '/',
  '/post/a',
  '/about',
  '/search?q=a',
  '/none',
  '/api/posts',
  '/api/none',
  '/api/auth/me',
  '/healthz',
  '/rss.xml',
  '/robots.txt',
  '/uploads/a.png',
  '/uploads/none.png',
];

test.each(everywhere)('%s is neither sniffed nor framed by others, and tells other sites little', async (url) => {
  // Each page is requested twice: an answer from the page cache has the same headers.
  for (let times = 0; times < 2; times += 1) {
    const { headers } = await app.http.inject(url);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['permissions-policy']).toMatch(/camera=\(\).*geolocation=\(\).*microphone=\(\)/);
    expect(headers['content-security-policy']).toBeDefined();
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('strict-transport-security');
  }
});

describe('the policy of a page', () => {
  test('allows the two inline scripts there are, by their hashes, and no other', async () => {
    const response = await app.http.inject('/post/a');
    const inline = [...response.body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script);
    expect(inline).toHaveLength(2);
    const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
    const policy = policyOf(response.headers['content-security-policy']);
    expect(policy['script-src']).toEqual(["'self'", ...hashes]);
  });

  test('is this one', async () => {
    const policy = policyOf((await app.http.inject('/about')).headers['content-security-policy']);
    expect({ ...policy, 'script-src': [] }).toEqual({
      'default-src': ["'self'"],
      'script-src': [],
      'style-src': ["'self'"],
      'img-src': ["'self'", 'https:', 'data:'],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'frame-src': ["'self'", 'https://player.vimeo.com'],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'self'"],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ['ninefold'],
    });
  });

  test('names the hosts of embeds readers can see, and not those of a draft', async () => {
    const policy = policyOf((await app.http.inject('/')).headers['content-security-policy']);
    expect(policy['frame-src']).toContain('https://player.vimeo.com');
    expect(JSON.stringify(policy)).not.toContain('youtube');
  });

  test('names analytics where it is set up, and nowhere else', async () => {
    expect((await app.http.inject('/')).headers['content-security-policy']).not.toContain('google');
    const measured = await createTestApp({ env: { ANALYTICS_ID: 'G-TEST123' } });
    const policy = policyOf((await measured.http.inject('/')).headers['content-security-policy']);
    expect(policy['script-src']).toContain('https://www.googletagmanager.com/gtag/');
    expect(policy).not.toHaveProperty('require-trusted-types-for');
    expect(policy['style-src']).toEqual(["'self'"]);
    expect(policy['connect-src']).toContain('https://*.google-analytics.com');
    await measured.close();
  });
});

test('a network’s script in use takes what it cannot do without, and no more', async () => {
  const content = '<blockquote class="twitter-tweet"><a href="https://twitter.com/a/status/1">words</a></blockquote>';
  const networked = await createTestApp({ posts: [{ slug: 'networked', content }] });
  const policyAt = async (url: string) =>
    policyOf((await networked.http.inject(url)).headers['content-security-policy']);
  const policy = await policyAt('/about');
  expect(policy['script-src']).toContain('https://platform.twitter.com');
  expect(policy['style-src']).toEqual(["'self'", "'unsafe-inline'"]);
  expect(policy).not.toHaveProperty('trusted-types');
  expect(policy['base-uri']).toEqual(["'none'"]);
  expect(JSON.stringify(await policyAt('/admin'))).not.toContain('twitter');
  await networked.close();
});

test('the scripts of networks are neither asked for nor let run with the owner’s session; their words stay quoted', async () => {
  const content = '<blockquote class="twitter-tweet"><a href="https://twitter.com/a/status/1">words</a></blockquote>';
  const networked = await createTestApp({
    posts: [{ slug: 'networked', content: `${content}\n\nhttps://vimeo.com/76979871` }],
    env: { ANALYTICS_ID: 'G-TEST123' },
  });
  const cookie = await networked.signIn();
  for (const url of ['/post/networked', '/about', '/preview/post/0', '/none']) {
    const { headers, body } = await networked.http.inject({ url, headers: { cookie } });
    const policy = policyOf(headers['content-security-policy']);
    expect(JSON.stringify([policy['script-src'], policy['connect-src']])).not.toContain('https://');
    expect(policy['style-src']).toEqual(["'self'"]);
    expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
    expect(policy['frame-src']).toContain('https://player.vimeo.com');
    expect(body).not.toContain('prose embeds');
    expect(body).not.toContain('"analyticsId":"G-TEST123","postId"');
  }
  const { body } = await networked.http.inject({ url: '/post/networked', headers: { cookie } });
  expect(body).toContain('class="twitter-tweet"');
  await networked.close();
});

test('a reader’s page has them, where the enhancer looks for them', async () => {
  const content = '<blockquote class="twitter-tweet"><a href="https://twitter.com/a/status/1">words</a></blockquote>';
  const networked = await createTestApp({ posts: [{ slug: 'networked', content }] });
  const { headers, body } = await networked.http.inject('/post/networked');
  expect(policyOf(headers['content-security-policy'])['script-src']).toContain('https://platform.twitter.com');
  expect(body).toMatch(/<div id="post-body" class="prose embeds"/);
  await networked.close();
});

describe('the policy of the admin', () => {
  test('is its own: a nonce of each page for style elements, our own types, no frame around it, nobody’s scripts', async () => {
    const measured = await createTestApp({ env: { ANALYTICS_ID: 'G-TEST123' } });
    const pages = [await measured.http.inject('/admin'), await measured.http.inject('/admin/posts')];
    const nonces = pages.map(({ body }) => /<link rel="stylesheet" nonce="([\w-]{22})"/.exec(body)?.[1] ?? '');
    expect(new Set(nonces).size).toBe(2);
    for (const [index, { headers }] of pages.entries()) {
      const policy = policyOf(headers['content-security-policy']);
      expect(policy['style-src']).toEqual(["'self'", `'nonce-${nonces[index]}'`]);
      expect(policy['style-src-attr']).toEqual(["'unsafe-inline'"]);
      expect(policy['trusted-types']).toEqual(['ninefold', 'default']);
      expect(policy['require-trusted-types-for']).toEqual(["'script'"]);
      expect(policy['frame-ancestors']).toEqual(["'none'"]);
      expect(headers['x-frame-options']).toBe('DENY');
      expect(policy['script-src']?.join(' ')).not.toMatch(/https:|unsafe|nonce/);
    }
    expect(pages.map(({ body }) => body).join('')).not.toContain('G-TEST123');
    await measured.close();
  });
});

test('a page that only says what went wrong has one style, which is allowed by its hash', async () => {
  const { headers, body, statusCode } = await app.http.inject({ url: '/%zz', headers: { accept: 'text/html' } });
  expect(statusCode).toBe(400);
  const [, style = ''] = /<style>([^<]*)<\/style>/.exec(body) ?? [];
  const policy = policyOf(headers['content-security-policy']);
  expect(policy['style-src']).toEqual([`'sha256-${createHash('sha256').update(style).digest('base64')}'`]);
  expect(policy['default-src']).toEqual(["'none'"]);
  expect(body).not.toContain('style=');
});

test('the measurement script is not loaded for the owner, whose session it would run with', async () => {
  const measured = await createTestApp({ env: { ANALYTICS_ID: 'G-TEST123' } });
  const cookie = await measured.signIn();
  expect((await measured.http.inject('/about')).body).toContain('"analyticsId":"G-TEST123","postId"');
  expect((await measured.http.inject({ url: '/about', headers: { cookie } })).body).not.toContain(
    '"analyticsId":"G-TEST123","postId"',
  );
  await measured.close();
});

test('an upload is shown and never run, whatever is in it', async () => {
  const { headers } = await app.http.inject('/uploads/a.png');
  expect(headers['content-type']).toBe('image/png');
  expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
});

test('https is held on to where the site is served by https', async () => {
  const secure = await createTestApp({ env: { SITE_URL: 'https://blog.example' } });
  for (const url of ['/', '/', '/api/posts']) {
    const { headers } = await secure.http.inject(url);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
  }
  await secure.close();
});

test('and so are the names below it where the owner says so', async () => {
  const secure = await createTestApp({ env: { SITE_URL: 'https://blog.example', HSTS_SUBDOMAINS: 'true' } });
  const { headers } = await secure.http.inject('/');
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  await secure.close();
});

describe('an unsafe request from another site is refused', () => {
  const unsafe = [
    ['POST', '/api/contact'],
    ['POST', '/api/posts/1/view'],
    ['POST', '/contact'],
    ['POST', '/api/auth/login'],
    ['PUT', '/api/posts/1'],
    ['DELETE', '/api/posts/1'],
    ['DELETE', '/nowhere'],
  ] as const;
  const foreign = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://site.test.evil.example' },
    { origin: 'http://site.test:81' },
    { origin: 'https://site.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'http://site.test', 'sec-fetch-site': 'cross-site' },
  ];

  test.each(unsafe)('%s %s, also with the owner’s cookie', async (method, url) => {
    const cookie = await app.signIn();
    for (const headers of foreign) {
      const response = await app.http.inject({ method, url, headers: { host: '203.0.113.5', cookie, ...headers } });
      expect([headers, response.statusCode, response.json().code]).toEqual([headers, 403, 'cross_site']);
    }
  });

  test('and a safe one is not', async () => {
    for (const headers of foreign) expect((await app.http.inject({ url: '/api/posts', headers })).statusCode).toBe(200);
  });

  test('our own pages and programs are not', async () => {
    const ours = [{}, { origin: 'http://site.test', 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }];
    for (const headers of ours) {
      const response = await app.http.inject({ method: 'POST', url: '/api/posts/1/view', headers });
      expect([headers, response.statusCode]).toEqual([headers, 204]);
    }
  });
});
