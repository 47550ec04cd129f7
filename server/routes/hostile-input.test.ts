import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bodyLimits,
  countView,
  endpoints,
  errorBody,
  getCategory,
  getPost,
  listPosts,
  listRelatedPosts,
  searchPosts,
  sendContactMessage,
} from '#shared/contract/index.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { anotherReader, ask, readRefusal, refused } from '../test-call.ts';
import { sendRaw } from '../test-raw.ts';

// Abuse cases 1, 9, 10, 12, 13, 15.

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    posts: [{ slug: 'tea', title: 'All about "tea"', content: 'Tea* NEAR(tea) col:tea - tea.' }],
  });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

const message = { name: 'Mira', email: 'mira@example.org', subject: 'Soup', message: 'Thank you.' };
const storedMessages = () => app.database.db.selectFrom('contact_messages').selectAll().execute();

const raw = (requestLine: string, lines: string[] = []) => sendRaw(app.http, requestLine, lines);

describe('only what says plainly that it is JSON is read as JSON', () => {
  test.each([
    'application/json\t;x',
    'application/json;x',
    'application/json ;charset=utf-8',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; x=1',
    'Application/JSON',
    'APPLICATION/JSON; charset=utf-8',
    'application/json, text/plain',
    'application/json garbage',
    'application/jsonp',
    'application/vnd.api+json',
    'text/plain',
    'text/plain; application/json',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    '*/*',
    'json',
  ])('%s is refused and nothing is stored', async (type) => {
    const response = await app.http.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'content-type': type },
      payload: JSON.stringify(message),
      remoteAddress: anotherReader(),
    });
    expect(readRefusal(response).code).toBe('unsupported_media_type');
    expect(await storedMessages()).toEqual([]);
  });

  test('a body without a type is refused', async () => {
    const body = JSON.stringify(message);
    const answer = await raw('POST /api/contact HTTP/1.1', [`Content-Length: ${body.length}`, '', body]);
    expect(answer.status).toBe(415);
    expect(await storedMessages()).toEqual([]);
  });
});

describe('a body that is not what it should be is refused with a code, and nothing is stored', () => {
  const post = (payload: string) =>
    app.http.inject({
      method: 'POST',
      url: '/api/contact',
      headers: { 'content-type': 'application/json' },
      payload,
      remoteAddress: anotherReader(),
    });

  test.each([
    ['half of it', '{"name":"Mira"', 'malformed_json'],
    ['nothing', '', 'malformed_json'],
    ['two values', '{}{}', 'malformed_json'],
    ['a comment', '{/* */}', 'malformed_json'],
    ['__proto__ as a key', '{"__proto__":{"isAdmin":true},"name":"M"}', 'malformed_json'],
    ['__proto__ deep inside', '{"name":"M","x":{"y":[{"__proto__":1}]}}', 'malformed_json'],
    ['constructor.prototype as a key', '{"constructor":{"prototype":{"a":1}}}', 'malformed_json'],
    ['null', 'null', 'invalid_input'],
    ['a list', '[]', 'invalid_input'],
    ['a text', '"name"', 'invalid_input'],
    ['a number for a text', '{"name":1e309,"email":"a@b.co","message":"x"}', 'invalid_input'],
    ['a list for a text', '{"name":["a"],"email":"a@b.co","message":"x"}', 'invalid_input'],
    ['half a character', String.raw`{"name":"\ud800","email":"a@b.co","message":"x"}`, 'invalid_input'],
    ['NUL', String.raw`{"name":"a\u0000b","email":"a@b.co","message":"x"}`, 'invalid_input'],
    ['deep nesting', `{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'malformed_json'],
    ['many elements', `{"name":[${'1,'.repeat(60_000)}1]}`, 'invalid_input'],
    ['more than it may have', `{"message":"${'a'.repeat(bodyLimits.message)}"}`, 'payload_too_large'],
  ])('%s', async (_what, payload, code) => {
    expect(readRefusal(await post(payload)).code).toBe(code);
    expect(await storedMessages()).toEqual([]);
  });

  test('a body that grows past its limit without having said its length is cut off', async () => {
    const chunk = `${(65_536).toString(16)}\r\n${'a'.repeat(65_536)}\r\n`;
    const answer = await raw('POST /api/contact HTTP/1.1', [
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
      '',
      chunk.repeat(20),
    ]);
    expect(answer.status).toBe(413);
  });
});

describe('what nobody has asked for is not read', () => {
  test.each([
    'POST /api/none',
    'POST /about',
    'PUT /',
    'DELETE /post/tea',
    'POST /healthz',
    'POST /search',
    'POST /uploads/none.png',
    'POST /none',
  ])('%s is no address: it is refused before a byte of its body has come', async (line) => {
    const answer = await raw(`${line} HTTP/1.1`, ['Content-Type: application/json', 'Content-Length: 1000000']);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([404, 'not_found']);
  });

  test('a page that is missing is still a page, and an address that takes a body reads it', async () => {
    const page = await app.http.inject('/none');
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(
      (await raw('POST /api/contact HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 1', '', '{']))
        .status,
    ).toBe(400);
  });

  const small = endpoints.filter(({ access, method }) => access === 'public' && method !== 'GET');
  test.each(small)('$name takes no large body from readers', async ({ bodyLimit, method, path }) => {
    expect(bodyLimit).toBeLessThanOrEqual(128 * 1024);
    const answer = await raw(`${method} ${path.replace(':id', '1')} HTTP/1.1`, [
      'Content-Type: application/json',
      `Content-Length: ${bodyLimit + 1}`,
    ]);
    expect(answer.status).toBe(413);
  });

  test('a reading is counted with the empty record some clients send, and without', async () => {
    await ask(app.http, countView, { params: { id: 1 }, body: {} });
    await ask(app.http, countView, { params: { id: 1 } });
  });
});

test.each([
  '0',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  ' 1',
  '１',
  '99999999999999999999',
  'NaN',
  '',
  '1;drop table blog_posts',
  "1' or '1'='1",
])('the id "%s" is no id', async (id) => {
  for (const endpoint of [listRelatedPosts, countView]) {
    const refusal = await refused(app.http, endpoint, { params: { id } });
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' });
  }
});

test.each([
  ['an unfinished escape', '/api/posts/%E0%A4%A', 400],
  ['half a character', '/api/posts/%ED%A0%80', 400],
  ['an escape of nothing', '/api/posts/%zz', 400],
  ['a way up', '/api/posts/..%2f..%2fadmin', 404],
  ['a way up in the other slash', '/api/posts/..%5c..%5cadmin', 404],
  ['a way up, encoded twice', '/api/posts/%252e%252e%252fadmin', 404],
  ['NUL', '/api/posts/a%00b', 404],
  ['marks that turn the direction', '/api/posts/%E2%80%AEtxt', 404],
  ['a slug of 3,000 characters', `/api/posts/${'x'.repeat(3000)}`, 400],
  ['a slug of 301 characters', `/api/posts/${'x'.repeat(301)}`, 400],
  ['an operator of another database', '/api/posts/$ne', 404],
  ['a proxy’s form of address', 'http://elsewhere.example/api/posts/none', 404],
])('%s in a path is refused with a code', async (_what, path, status) => {
  const answer = await raw(`GET ${path} HTTP/1.1`);
  expect(answer.status).toBe(status);
  errorBody.parse(JSON.parse(answer.body));
});

test('a request line that is none is refused without an answer from inside', async () => {
  for (const line of ['GET /api/posts\0 HTTP/1.1', 'GET  HTTP/1.1', 'NONSENSE', 'GET /api/posts HTTP/9.9']) {
    const { status, body } = await raw(line);
    expect([400, 404, 505]).toContain(status);
    expect(body).not.toMatch(/node_modules|\.ts|at /);
  }
});

test('a header of 20 kB is refused', async () => {
  expect((await raw('GET /api/posts HTTP/1.1', [`X-Long: ${'a'.repeat(20_000)}`])).status).toBe(431);
});

test.each([
  ['limit=0', 400],
  ['limit=101', 400],
  ['limit=-1', 400],
  ['limit=1e9', 400],
  ['limit=ten', 400],
  ['limit=1&limit=2', 400],
  ['page=0', 400],
  ['page=999999999', 400],
  ['cursor=none', 400],
  ['cursor=W10', 400],
  ['cursor=WyIyMDI1LTA2LTAxVDExOjAwOjAwLjAwMFoiLCIxIG9yIDEiXQ', 400],
  ['published=yes', 400],
  ['featured=1', 400],
  ['status=secret', 400],
  ['category=a&category=b', 400],
  ['category=%00', 200],
  ["category=' or 1=1 --", 200],
  ['tag=%', 200],
  ['tag[$ne]=x', 200],
  ['order=password', 200],
  ['sort[]=author.email', 200],
  ['fields=author.email', 200],
  ['include=admin_users', 200],
  ['__proto__[published]=false', 200],
  ['constructor=x', 200],
])('the list of posts answers ?%s with %i', async (query, status) => {
  const response = await app.http.inject(`/api/posts?${query}`);
  expect([query, response.statusCode]).toEqual([query, status]);
  if (status === 400) expect(readRefusal(response).code).toBe('invalid_input');
  expect(response.body).not.toContain('@secret.example');
});

test.each([
  '"',
  '""',
  '"tea',
  '*',
  'tea*',
  '**',
  'NEAR(',
  'NEAR(tea soup, 2)',
  '-',
  '-tea',
  'col:tea',
  'title:tea',
  '{title body}: tea',
  'tea AND',
  'OR',
  'NOT tea',
  '^tea',
  '(((',
  ')',
  '+',
  "'; drop table blog_posts; --",
  '\0tea',
  '\ud800',
  '\u202etea',
  '🍵',
  '%',
  '_',
  '\\',
  '<script>',
])('the search takes %j for words, not for syntax', async (q) => {
  const found = await ask(app.http, searchPosts, { query: { q } });
  const listed = await app.http.inject({ url: '/api/posts', query: { q } });
  expect(listed.statusCode).toBe(200);
  if (/[a-z]/i.test(q) && q.includes('tea') && !/soup|AND|OR|NOT|drop|title|col|NEAR/.test(q)) {
    expect(found.body.map((post) => post.slug)).toEqual(['tea']);
  }
});

test('a query of 10 kB is a query', async () => {
  const words = `tea ${'ü'.repeat(3000)}`;
  expect((await ask(app.http, searchPosts, { query: { q: words } })).body).toEqual([]);
  expect((await app.http.inject({ url: '/search', query: { q: words } })).statusCode).toBe(200);
});

test('a query given twice counts once, and no query finds nothing', async () => {
  expect((await ask(app.http, searchPosts, { query: { q: ['tea', 'soup'] } })).body).toHaveLength(1);
  expect((await ask(app.http, searchPosts)).body).toEqual([]);
  expect((await ask(app.http, searchPosts, { query: { q: ' \t ' } })).headers['x-total-count']).toBe('0');
});

test.each(['-1', '1.5', 'NaN', '1e99', 'a'])('%s is no place in a list of hits', async (cursor) => {
  expect((await refused(app.http, searchPosts, { query: { q: 'tea', cursor } })).code).toBe('invalid_input');
});

test('whatever is asked for, no answer is a fault of ours', async () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
  );
  await fc.assert(
    fc.asyncProperty(anything, anything, async (slug, q) => {
      const part = encodeURIComponent(slug.toWellFormed()) || 'x';
      const query = new URLSearchParams({ q: q.toWellFormed(), category: q.toWellFormed(), tag: slug.toWellFormed() });
      const urls = [
        `/api/posts/${part}`,
        `/api/categories/${part}`,
        `/api/posts?${query}`,
        `/api/search?${query}`,
        `/post/${part}`,
      ];
      for (const url of urls) {
        const { statusCode } = await app.http.inject({ url, remoteAddress: anotherReader() });
        expect([200, 301, 400, 404], url).toContain(statusCode);
      }
    }),
    { seed: 20250601, numRuns: 30 },
  );
});

test('what no post or category is called is not found, and says so', async () => {
  expect((await refused(app.http, getPost, { params: { slug: 'constructor' } })).code).toBe('post_not_found');
  expect((await refused(app.http, getCategory, { params: { slug: '__proto__' } })).code).toBe('category_not_found');
  expect((await refused(app.http, listRelatedPosts, { params: { id: 999 } })).code).toBe('post_not_found');
});

test('a message with fields nobody asked for is stored without them', async () => {
  const extra = { ...message, id: 77, read: true, is_read: 1, suspect: false, createdAt: '1999-01-01T00:00:00.000Z' };
  await ask(app.http, sendContactMessage, { body: extra, from: anotherReader() });
  expect(await storedMessages()).toMatchObject([{ id: 1, is_read: 0, created_at: '2025-06-01T12:00:00.000Z' }]);
});

test('words longer than any list is asked for are refused there', async () => {
  expect((await refused(app.http, listPosts, { query: { q: 'a'.repeat(501) } })).code).toBe('invalid_input');
});
