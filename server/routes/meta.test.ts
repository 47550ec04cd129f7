import { rename } from 'node:fs/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  CONTRACT_VERSION,
  getCategory,
  getHealth,
  getMeta,
  getMetrics,
  getReadiness,
  listAuthors,
  listCategories,
  listTags,
} from '#shared/contract/index.ts';
import { sharedByFile } from '#tests/shared-by-file.ts';
import { createTestApp, SITE_ID, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
/** Begins the app anew, for a test that looks at all there is, or that leaves behind what other tests would meet. */
const beginAnew = sharedByFile(
  async () => {
    app = await createTestApp({
      env: { SITE_NAME: 'Tea', METRICS_TOKEN: 'let me see' },
      posts: [
        { slug: 'a', tags: ['Tea'] },
        { tags: ['Soup'], published: false },
      ],
    });
  },
  () => app.close(),
);

test('a program learns which product, version, contract and site it talks to', async () => {
  await beginAnew();
  expect((await ask(app.http, getMeta)).body).toEqual({
    product: 'ninefold',
    version: '1.2.3',
    contract: CONTRACT_VERSION,
    siteId: SITE_ID,
    siteUrl: 'http://site.test',
    siteName: 'Tea',
  });
});

test('alive and ready are two things: without its database the server lives and is not ready', async () => {
  onTestFinished(beginAnew);
  expect((await ask(app.http, getHealth)).body).toEqual({ status: 'ok' });
  expect((await ask(app.http, getReadiness)).body).toEqual({ status: 'ok' });
  app.database.sqlite.close();
  await ask(app.http, getHealth);
  const refusal = await refused(app.http, getReadiness);
  expect(refusal).toMatchObject({ status: 503, code: 'overloaded' });
  expect(refusal.headers['retry-after']).toBe('5');
});

test('without its data folder the server is not ready', async () => {
  onTestFinished(beginAnew);
  await beginAnew();
  await rename(app.folder, `${app.folder}-elsewhere`);
  try {
    expect(await refused(app.http, getReadiness)).toMatchObject({ status: 503, code: 'overloaded' });
  } finally {
    await rename(`${app.folder}-elsewhere`, app.folder);
  }
  expect((await ask(app.http, getReadiness)).body).toEqual({ status: 'ok' });
});

describe('what is counted is shown', () => {
  test('to this machine', async () => {
    await beginAnew();
    await app.http.inject('/');
    await app.http.inject('/');
    await app.http.inject('/api/posts/none');
    const response = await app.http.inject('/metrics');
    expect(response.headers['content-type']).toMatch(/^text\/plain/);
    expect(response.body).toMatch(/page_cache_requests_total\{result="hit"\} 1\n/);
    expect(response.body).toMatch(/page_cache_requests_total\{result="miss"\} 1\n/);
    expect(response.body).toContain(
      'http_request_duration_seconds_count{method="GET",route="/api/posts/:slug",status="404"} 1',
    );
    expect(response.body).toContain('process_resident_memory_bytes');
  });

  test.each([
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.1' } }],
    ['a proxy of another kind', { headers: { forwarded: 'for=203.0.113.1' } }],
    ['a proxy that says no more than that it is one', { headers: { via: '1.1 proxy' } }],
    ['a proxy that names the scheme', { headers: { 'x-forwarded-proto': 'https' } }],
    ['a page that has its own name lead here', { headers: { host: 'evil.example:3000' } }],
    ['who asks under the site’s name', { headers: { host: 'site.test' } }],
    ['another machine', { from: '203.0.113.1' }],
    ['another machine with a wrong token', { from: '203.0.113.1', headers: { authorization: 'Bearer let me se' } }],
    ['another machine with a token of another kind', { from: '203.0.113.1', headers: { authorization: 'let me see' } }],
  ])('not to %s', async (_who, input) => {
    expect((await refused(app.http, getMetrics, input)).code).toBe('not_found');
  });

  test('to who has the token', async () => {
    await beginAnew();
    const headers = { authorization: 'Bearer let me see', 'x-forwarded-for': '203.0.113.1' };
    const response = await app.http.inject({ url: '/metrics', headers, remoteAddress: '203.0.113.1' });
    expect(response.statusCode).toBe(200);
  });
});

test('requests, latency, cache, the event loop, the database, AI calls, their cost and the backups are measured', async () => {
  await beginAnew();
  const at = new Date(app.clock.now()).toISOString();
  const call = { body_hash: 'x', created_at: at, input_tokens: 100, output_tokens: 20 };
  await app.database.db
    .insertInto('ai_calls')
    .values([
      { ...call, call: 'chat', state: 'succeeded', cost_usd: 0.25 },
      { ...call, call: 'chat', state: 'succeeded', cost_usd: 0.5 },
      { ...call, call: 'chat', state: 'failed', cost_usd: null },
    ])
    .execute();
  await app.http.inject('/api/categories');
  const { body } = await app.http.inject('/metrics');
  expect(body).toContain('ai_calls_total{call="chat",state="succeeded"} 2\n');
  expect(body).toContain('ai_tokens_total{call="chat",state="succeeded"} 240\n');
  expect(body).toContain('ai_cost_usd_total{call="chat",state="succeeded"} 0.75\n');
  expect(body).toContain('ai_cost_usd_total{call="chat",state="failed"} 0\n');
  expect(body).toMatch(/^database_queries_total [1-9]/m);
  expect(body).toMatch(/^database_query_errors_total 0$/m);
  expect(body).toMatch(/^database_bytes\{file="database"\} [1-9]/m);
  expect(body).toMatch(/^nodejs_eventloop_lag_max_seconds /m);
  expect(body).toMatch(/^page_cache_requests_total/m);
  expect(body).toMatch(/^http_request_duration_seconds_bucket/m);
  expect(body).toMatch(/^backup_last_verified_timestamp_seconds 0$/m);
});

test('what visitors ask for makes no labels without number', async () => {
  for (let number = 0; number < 5; number += 1) await app.http.inject(`/none-${number}`);
  expect((await app.http.inject('/metrics')).body).not.toContain('none-1');
});

test('categories come in their order, with their counts of live posts', async () => {
  await beginAnew();
  const { body } = await ask(app.http, listCategories);
  expect(body.map((category) => category.slug).slice(0, 5)).toEqual([
    'technology',
    'lifestyle',
    'business',
    'travel',
    'health',
  ]);
  expect(body).toHaveLength(15);
  expect(body[0]?.postCount).toBe(1);
  expect((await ask(app.http, getCategory, { params: { slug: 'technology' } })).body).toEqual(body[0]);
});

test('authors are answered without their e-mail addresses', async () => {
  await beginAnew();
  expect((await ask(app.http, listAuthors)).body).toEqual([
    { id: 1, name: 'Ada Byron', slug: 'ada-byron', bio: 'Writes about engines.', avatar: null },
  ]);
});

test('a reader sees the tags of live posts', async () => {
  await beginAnew();
  expect((await ask(app.http, listTags)).body.map((tag) => tag.name)).toEqual(['Tea']);
});
