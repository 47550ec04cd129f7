import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test-app.ts';

// These tests use a real socket, because a cached page is answered by the server's first listener, which `inject` does
// not pass through.

let app: TestApp;
let port: number;
let lines: { level: number; msg: string }[];

async function start(level: string): Promise<void> {
  lines = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  app = await createTestApp({ posts: [{ slug: 'a', title: 'A post' }], logger: { level, stream } });
  port = Number(new URL(await app.http.listen({ host: '127.0.0.1', port: 0 })).port);
}

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

function ask(path: string, options: { method?: string; headers?: Record<string, string> } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, agent: false, ...options }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.once('error', reject);
    sent.end();
  });
}

const answered = () => lines.filter((line) => line.msg === 'answered').length;

describe('a cached page, over a socket', () => {
  beforeEach(() => start('info'));
  afterEach(() => app.close());

  test('has the headers and the words it had when it was made', async () => {
    const first = await ask('/post/a', { headers: { 'accept-encoding': 'gzip' } });
    const second = await ask('/post/a', { headers: { 'accept-encoding': 'gzip' } });
    const { date: _first, ...made } = first.headers;
    const { date, ...kept } = second.headers;
    expect(kept).toEqual(made);
    expect(date).toBeDefined();
    expect(kept).toHaveProperty('content-security-policy');
    expect(gunzipSync(second.body).toString()).toContain('A post');
    expect(app.cache.hits).toBe(1);
  });

  test('goes without a body for HEAD and for a reader who has it', async () => {
    const { body, headers } = await ask('/post/a');
    const head = await ask('/post/a', { method: 'HEAD' });
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([200, 0, String(body.length)]);
    const again = await ask('/post/a', { headers: { 'if-none-match': String(headers.etag) } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(app.cache.hits).toBe(2);
  });

  test('is not answered to the signed-in owner, nor to a method that is no reading', async () => {
    await ask('/post/a');
    const cookie = await app.signIn();
    expect((await ask('/post/a', { headers: { cookie } })).headers['cache-control']).toBe('private, no-store');
    expect((await ask('/post/a', { method: 'DELETE' })).status).toBe(404);
    expect(app.cache.hits).toBe(0);
  });

  test('is counted in the metrics and has no line in the log', async () => {
    await ask('/post/a');
    await expect.poll(answered).toBe(1);
    for (let hit = 0; hit < 5; hit += 1) await ask('/post/a');
    const metrics = (await ask('/metrics')).body.toString();
    expect(metrics).toContain('page_cache_requests_total{result="hit"} 5');
    expect(metrics).toContain('page_cache_requests_total{result="miss"} 1');
    await expect.poll(answered).toBe(2);
    expect(lines.some((line) => line.msg.includes('cache'))).toBe(false);
  });

  test('is not answered any more by a server that is closing', async () => {
    await ask('/post/a');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { categories } = app.services;
    const { plain } = categories;
    categories.plain = async () => {
      await held;
      return plain();
    };
    const socket = connect(port, '127.0.0.1');
    let received = '';
    socket.on('data', (data) => {
      received += data.toString('latin1');
    });
    // The request under way keeps the connection open while the server closes.
    socket.write('GET /about HTTP/1.1\r\nhost: site.test\r\n\r\n');
    await expect.poll(() => app.cache.misses).toBe(2);
    const closed = app.http.close();
    await expect.poll(() => app.http.server.listening).toBe(false);
    socket.write('GET /post/a HTTP/1.1\r\nhost: site.test\r\n\r\n');
    release();
    await once(socket, 'close');
    await closed;
    expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 503']);
  });
});

test('at the level debug each cached page has its line', async () => {
  await start('debug');
  try {
    await ask('/post/a');
    await ask('/post/a');
    await ask('/post/a', { method: 'HEAD' });
    const hits = lines.filter((line) => line.msg === 'answered from the page cache');
    expect(hits).toMatchObject([
      { level: 20, method: 'GET', status: 200 },
      { level: 20, method: 'HEAD', status: 200 },
    ]);
  } finally {
    await app.close();
  }
});
