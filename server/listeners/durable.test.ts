import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PostFields } from '#shared/contract/posts/post-input.ts';
import { createPost, deletePost, updatePost } from '#shared/contract/posts/posts-admin.ts';
import { createTestTimers } from '../adapters/ai/test-timers.ts';
import { openDatabase } from '../db/open.ts';
import { DATABASE_FILE } from '../paths.ts';
import { NOW, postValues } from '../repositories/blog-fixture.ts';
import { insertPost } from '../repositories/posts/post-writes.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '../test-app.ts';
import { ask } from '../test-call.ts';

// Search engines and hubs, played by a server of this test.

const KEY = 'a1b2c3d4e5';

let outside: Server;
let port: number;
let received: string[];
let respond: (response: ServerResponse, request: IncomingMessage) => unknown;
let app: TestApp | undefined;
let lines: { level: number; msg: string; err?: { message: string } }[];
let timers: ReturnType<typeof createTestTimers>;

const listen = () => once(outside.listen(port, '127.0.0.1'), 'listening');
const hangUp = async () => {
  outside.closeAllConnections();
  outside.close();
  await once(outside, 'close');
};
beforeEach(async () => {
  received = [];
  lines = [];
  respond = (response) => response.writeHead(202).end();
  outside = createServer(async (request, response) => {
    received.push(Buffer.concat(await request.toArray()).toString());
    respond(response, request);
  });
  port = 0;
  await listen();
  port = (outside.address() as AddressInfo).port;
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  if (outside.listening) await hangUp();
});

async function start(settings: 'INDEXNOW' | 'WEBSUB' | 'none', options: TestAppOptions = {}): Promise<TestApp> {
  const address = `http://127.0.0.1:${port}/`;
  const env: Record<string, string> = { INDEXNOW_ENDPOINT: address };
  if (settings === 'INDEXNOW') env.INDEXNOW_KEY = KEY;
  if (settings === 'WEBSUB') env.WEBSUB_HUB = address;
  const stream = new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).trim().split('\n')) lines.push(JSON.parse(line));
      done();
    },
  });
  timers = createTestTimers();
  app = await createTestApp({ env, timers, logger: { level: 'info', stream }, ...options });
  return app;
}

const fields = {
  title: 'Tea',
  slug: 'tea',
  excerpt: 'About tea.',
  content: 'Words about tea.',
  categoryId: 4,
  published: true,
  readTime: 1,
} satisfies Partial<PostFields>;

async function publish({ http, signIn }: TestApp, slug = 'tea'): Promise<{ id: number; cookie: string }> {
  const cookie = await signIn();
  const { body } = await ask(http, createPost, { body: { ...fields, slug }, cookie });
  return { id: body.id, cookie };
}

const addresses = (message = '') => JSON.parse(message).urlList as string[];
const said = () => lines.filter(({ msg }) => /IndexNow|hub/.test(msg)).map(({ msg }) => msg);
const troubles = () => lines.filter(({ level }) => level >= 50).map(({ err, msg }) => err?.message ?? msg);

describe('IndexNow', () => {
  test('is told what went live, was changed and taken down, and its key stands where it says', async () => {
    const { http, signIn } = await start('INDEXNOW');
    expect((await http.inject(`/${KEY}.txt`)).body).toBe(KEY);
    const cookie = await signIn();
    const { body: post } = await ask(http, createPost, { body: fields, cookie });
    const params = { id: post.id };
    await expect.poll(() => received.length).toBe(1);
    expect(JSON.parse(received[0] ?? '')).toEqual({
      host: 'site.test',
      key: KEY,
      keyLocation: `http://site.test/${KEY}.txt`,
      urlList: ['http://site.test/post/tea'],
    });
    await ask(http, updatePost, { params, body: { slug: 'green-tea' }, cookie });
    await expect.poll(() => received.length).toBe(2);
    expect(addresses(received[1])).toEqual(['http://site.test/post/green-tea', 'http://site.test/post/tea']);
    await ask(http, deletePost, { params, cookie });
    await expect.poll(() => received.length).toBe(3);
    expect(addresses(received[2])).toEqual(['http://site.test/post/green-tea']);
    await expect.poll(said).toEqual(Array.from({ length: 3 }, () => 'IndexNow was told'));
  });

  test('that is down, broken or busy costs no save anything, is tried again later each time, and then is told all', async () => {
    await hangUp();
    const running = await start('INDEXNOW');
    const { id, cookie } = await publish(running);
    await timers.set(1000);
    respond = (response) => response.writeHead(500).end();
    await listen();
    timers.advance(1000);
    await timers.set(2000);
    await ask(running.http, updatePost, { params: { id }, body: { title: 'Green tea' }, cookie });
    await publish(running, 'cups');
    respond = (response) => response.writeHead(429, { 'retry-after': '120' }).end();
    timers.advance(2000);
    await timers.set(120_000);
    respond = (response) => response.writeHead(200).end();
    timers.advance(120_000);
    await expect.poll(said).toEqual(['IndexNow was told']);
    expect(addresses(received.at(-1))).toEqual(['http://site.test/post/tea', 'http://site.test/post/cups']);
    expect(troubles()).toEqual([
      expect.stringMatching(/^IndexNow could not be reached: .*ECONNREFUSED/),
      'IndexNow answered 500',
      'IndexNow answered 429',
    ]);
  });

  test('that refuses is not asked the same again: the log says so, and the next post is told', async () => {
    respond = (response) => response.writeHead(403).end();
    const running = await start('INDEXNOW');
    await publish(running);
    await expect.poll(troubles).toEqual(['IndexNow refused what it was told; that is not tried again']);
    respond = (response) => response.writeHead(200).end();
    await publish(running, 'cups');
    await expect.poll(() => received.length).toBe(2);
    expect(addresses(received[1])).toEqual(['http://site.test/post/cups']);
  });

  test('is told again by the next start what it was not known to have taken when the server ended', async () => {
    respond = () => undefined;
    const first = await start('INDEXNOW');
    await publish(first);
    await expect.poll(() => received.length).toBe(1);
    // Closing does not wait for a server that says nothing.
    await first.close({ keepFolder: true });
    expect(troubles()).toEqual([]);
    respond = (response) => response.writeHead(200).end();
    await start('INDEXNOW', { folder: first.folder });
    await expect.poll(said).toEqual(['IndexNow was told']);
    expect(received[1]).toBe(received[0]);
  });

  test('hears of no draft, no import, and of nothing while no key is set', async () => {
    const { folder, http, signIn } = await start('INDEXNOW');
    const cookie = await signIn();
    await ask(http, createPost, { body: { ...fields, slug: 'a-draft', published: false }, cookie });
    const { db, close } = openDatabase(`${folder}/${DATABASE_FILE}`);
    await insertPost(db, postValues({ slug: 'imported' }), NOW, { cause: 'import', at: NOW });
    await close();
    await ask(http, createPost, { body: fields, cookie });
    await expect.poll(() => received.length).toBe(1);
    expect(addresses(received[0])).toEqual(['http://site.test/post/tea']);
    await app?.close({ keepFolder: true });
    await start('none', { folder });
    expect((await app?.http.inject(`/${KEY}.txt`))?.statusCode).toBe(404);
    if (app) await publish(app, 'cups');
    await app?.close({ keepFolder: true });
    // A receiver that is told from now on hears nothing of what was before.
    await publish(await start('INDEXNOW', { folder }), 'pots');
    await expect.poll(() => received.length).toBe(2);
    expect(addresses(received[1])).toEqual(['http://site.test/post/pots']);
  });
});

describe('WebSub', () => {
  const topics = (message = '') => new URLSearchParams(message).getAll('hub.url');

  test('the hub is told which feeds have changed, by the names the feeds give themselves', async () => {
    const running = await start('WEBSUB');
    await publish(running);
    await expect.poll(() => received.length).toBe(1);
    expect(new URLSearchParams(received[0]).get('hub.mode')).toBe('publish');
    const feeds = ['', '/category/travel', '/author/ada-byron'].flatMap((base) =>
      ['rss.xml', 'atom.xml', 'feed.json'].map((file) => `http://site.test${base}/${file}`),
    );
    expect(topics(received[0])).toEqual(feeds);
    const hub = `http://127.0.0.1:${port}/`;
    for (const feed of feeds) {
      const { headers, body } = await running.http.inject(feed);
      expect(headers.link).toBe(`<${feed}>; rel="self", <${hub}>; rel="hub"`);
      expect(body).toContain(hub);
      expect(body).toContain(feed);
    }
  });

  test('a hub that is down is told when it is back, once for all', async () => {
    await hangUp();
    const running = await start('WEBSUB');
    await publish(running);
    await timers.set(1000);
    await publish(running, 'cups');
    await listen();
    timers.advance(1000);
    await expect.poll(said).toEqual(['The WebSub hub was told']);
    expect(received).toHaveLength(1);
    expect(troubles()).toEqual([expect.stringMatching(/^The WebSub hub could not be reached: .*ECONNREFUSED/)]);
  });

  test('without a hub no feed names one', async () => {
    const { http } = await start('none');
    for (const file of ['rss.xml', 'atom.xml', 'feed.json']) {
      const { headers, body } = await http.inject(`/${file}`);
      expect(headers).not.toHaveProperty('link');
      expect(body).not.toMatch(/hub/);
    }
  });
});
