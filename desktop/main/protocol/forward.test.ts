import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openPictureStore } from '../copy/copied-pictures.ts';
import { createCopyAnswers } from '../copy/copy-answers.ts';
import { openCopyStore } from '../copy/copy-store.ts';
import { createLearner } from '../copy/learn.ts';
import { openResponseCache } from '../response-cache/index.ts';
import { createNetwork } from '../servers/network.ts';
import { openCredentials } from '../servers/sealed-credentials.ts';
import { createServerSession } from '../servers/server-session.ts';
import { openWaitingPictures } from '../waiting-pictures/index.ts';
import { createForward } from './forward.ts';
import { createSitePages } from './site-pages.ts';

const log = { file: '', info() {}, warn() {}, error() {} };
const clock = { time: 0, now: () => clock.time };

let folder: string;
let server: Server;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];
let reply: (request: IncomingMessage, response: ServerResponse, body: string) => void;
const json = (response: ServerResponse, value: unknown, headers: Record<string, string | string[]> = {}) =>
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));

async function listen(port = 0): Promise<string> {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
    reply(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
async function stop(): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

let origin: string;
let tidy: (() => void)[];
async function setUp({ patience }: { patience?: number } = {}) {
  const happened: string[] = [];
  const cache = openResponseCache({ file: path.join(folder, 'cache.sqlite'), clock, log });
  const store = openCopyStore({ file: path.join(folder, 'copy.sqlite'), clock, log });
  const pictures = openPictureStore({ file: path.join(folder, 'pictures.sqlite'), clock, log, limit: 1_000_000 });
  const copy = {
    answers: createCopyAnswers({ store, cache, clock }),
    pictures,
    learner: createLearner({ store, clock, nudge: () => happened.push('nudged'), log }),
  };
  const box = { isAvailable: async () => false, seal: async () => new Uint8Array(), open: async () => '' };
  const credentials = await openCredentials({ file: path.join(folder, 'c'), origin, box, clock, log });
  const network = createNetwork({ probe: async () => {} });
  const session = createServerSession({
    origin,
    fetch,
    credentials,
    network,
    onSignedIn: () => happened.push('in'),
    onSignedOut: () => happened.push('out'),
  });
  const waiting = openWaitingPictures({
    file: path.join(folder, 'waiting.sqlite'),
    documents: { list: async () => [], load: async () => [] },
    append: async () => {},
    fetch: session.fetchSignedIn,
    isOnline: () => network.isOnline(),
    isSignedIn: () => false,
    siteId: async () => 'site',
    onState: () => {},
    keepInCopy: () => {},
    ...{ timers: { after: () => () => {} }, clock, log },
  });
  tidy.push(
    () => cache.close(),
    () => store.close(),
    () => pictures.close(),
    () => network.stop(),
    () => void waiting.close(),
  );
  const forward = createForward({ session, cache, copy, waiting, network, clock, log, patience });
  return {
    network,
    happened,
    ask: (address: string, init?: RequestInit) => forward(new Request(`app://ninefold${address}`, init)),
  };
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-forward-'));
  tidy = [];
  seen = [];
  reply = (_request, response) => json(response, { ok: true });
  origin = await listen();
});
afterEach(async () => {
  for (const end of tidy) end();
  await stop();
  rmSync(folder, { recursive: true });
});

test('a request goes on without what the page says of itself, with what main knows', async () => {
  reply = (_request, response) => json(response, {}, { 'set-cookie': ['ninefold.sid=abc; Path=/; HttpOnly', 'x=y'] });
  const { ask, happened } = await setUp();
  const login = await ask('/api/auth/login', {
    method: 'POST',
    body: '{"email":"a"}',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': 'k',
      'x-ninefold-site': 'site-of-the-page',
      origin: 'app://ninefold',
      referer: 'app://ninefold/admin',
      cookie: 'ninefold.sid=forged',
      'sec-fetch-site': 'cross-site',
      'x-forwarded-for': '1.2.3.4',
      authorization: 'Bearer x',
    },
  });
  expect([...login.headers.keys()]).not.toContain('set-cookie');
  expect(happened).toEqual(['in']);
  await ask('/api/posts/7', { method: 'PUT', body: '{}', headers: { 'content-type': 'application/json' } });
  const [first, second] = seen;
  expect(first).toMatchObject({ method: 'POST', url: '/api/auth/login', body: '{"email":"a"}' });
  expect(first?.headers).toMatchObject({
    origin,
    'content-type': 'application/json',
    'idempotency-key': 'k',
    'x-ninefold-site': 'site-of-the-page',
    'x-ninefold-client': 'desktop',
  });
  for (const name of ['referer', 'cookie', 'sec-fetch-site', 'x-forwarded-for', 'authorization']) {
    expect(first?.headers).not.toHaveProperty(name);
  }
  expect(second?.headers.cookie).toBe('ninefold.sid=abc');
});

test('bodies stream: an event is there before the answer has ended, and leaving ends it at the server', async () => {
  const ended = new Promise<void>((resolve) => {
    reply = (_request, response) => {
      response.on('close', resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: a\ndata: 1\n\n');
    };
  });
  const { ask } = await setUp();
  const response = await ask('/api/ai/chat', { method: 'POST', body: '{}' });
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain('data: 1');
  await reader?.cancel();
  await ended;
});

test('a change of many posts is told as it goes, and the copy looks for what is new when it has ended', async () => {
  let end: () => void = () => undefined;
  reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    response.write('event: part\ndata: 1\n\n');
    end = () => response.end('event: done\ndata: 2\n\n');
  };
  const { ask, happened } = await setUp();
  const headers = { accept: 'text/event-stream', 'content-type': 'application/json' };
  const response = await ask('/api/posts/bulk', { method: 'POST', body: '{}', headers });
  const reader = response.body?.getReader();
  const read = async () => new TextDecoder().decode((await reader?.read())?.value);
  expect(await read()).toContain('part');
  expect(happened).toEqual([]);
  end();
  expect(await read()).toContain('done');
  await reader?.read();
  expect(happened).toEqual(['nudged']);
  expect(seen[0]?.headers.accept).toBe('text/event-stream');
});

test('a change of many posts that the page leaves is looked for all the same', async () => {
  reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: part\ndata: 1\n\n');
  };
  const { ask, happened } = await setUp();
  const response = await ask('/api/posts/bulk', { method: 'POST', body: '{}' });
  await response.body?.cancel();
  expect(happened).toEqual(['nudged']);
});

test.each([
  '/api/../admin',
  '/api/..\\..\\admin',
  '/api/%2e%2e/admin',
  '/uploads/../../etc',
  '//evil.example/api/x',
  '/@evil.example/api/',
])('%s never leaves the addresses of the server that are forwarded', async (address) => {
  const { ask } = await setUp();
  const response = await ask(address);
  expect(response.status).toBe(400);
  expect(seen).toEqual([]);
});

test('a page framed from the server writes nothing through us', async () => {
  const { ask } = await setUp();
  for (const from of ['app://site', 'null', 'https://evil.example']) {
    const response = await ask('/api/posts', { method: 'POST', body: '{}', headers: { origin: from } });
    expect(response.status).toBe(403);
  }
  expect(seen).toEqual([]);
});

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', ''])(
  'what the server calls "%s" is text here, and no page',
  async (type) => {
    reply = (_request, response) =>
      response.writeHead(200, type ? { 'content-type': type } : {}).end('<script>1</script>');
    const { ask } = await setUp();
    for (const address of ['/api/posts', '/uploads/a.svg', '/api/ai/usage']) {
      const response = await ask(address);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    }
  },
);

test('a redirect is no answer of our server', async () => {
  reply = (_request, response) => response.writeHead(302, { location: 'https://hotel.example/' }).end();
  const { ask, network } = await setUp();
  expect((await ask('/api/posts')).type).toBe('error');
  expect(network.isOnline()).toBe(false);
});

test('a session the server does not know is forgotten; a wrong password ends none', async () => {
  reply = (request, response) => {
    if (request.url === '/api/auth/login') json(response, {}, { 'set-cookie': 'ninefold.sid=abc; Path=/' });
    else response.writeHead(401, { 'content-type': 'application/json' }).end('{"code":"unauthorized"}');
  };
  const { ask } = await setUp();
  await ask('/api/auth/login', { method: 'POST' });
  expect((await ask('/api/tags')).status).toBe(401);
  await ask('/api/tags');
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, 'ninefold.sid=abc', undefined]);
});

test('the second step of a sign-in signs in; a wrong code ends no session', async () => {
  const step = 'ninefold.step=k; Path=/api/auth/login';
  reply = (request, response) => {
    if (request.url === '/api/auth/login/totp' && seen.length > 2) {
      json(
        response,
        {},
        { 'set-cookie': ['ninefold.sid=abc; Path=/', 'ninefold.step=; Max-Age=0; Path=/api/auth/login'] },
      );
    } else {
      const headers = { 'content-type': 'application/json', 'set-cookie': [step, 'ninefold.sid=forced; Path=/'] };
      response.writeHead(401, headers).end('{"code":"wrong_code"}');
    }
  };
  const { ask } = await setUp();
  for (const path of ['', '/totp', '/totp']) await ask(`/api/auth/login${path}`, { method: 'POST' });
  await ask('/api/tags');
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([
    undefined,
    'ninefold.step=k',
    'ninefold.step=k',
    'ninefold.sid=abc',
  ]);
});

describe('without the server', () => {
  test('the last good answers are given with their age, and their paging', async () => {
    reply = (_request, response) =>
      json(response, [1], { 'x-total-count': '1', link: '</api/posts?cursor=x>; rel="next"' });
    const { ask, network } = await setUp();
    await ask('/api/posts?limit=10');
    await stop();
    clock.time += 90_400;
    const response = await ask('/api/posts?limit=10');
    expect(await response.json()).toEqual([1]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-ninefold-age': '90',
      'x-total-count': '1',
      link: '</api/posts?cursor=x>; rel="next"',
    });
    expect(network.isOnline()).toBe(false);
    // Another page of the list was never loaded.
    expect((await ask('/api/posts?limit=11')).type).toBe('error');
  });

  test('nothing that writes is answered, and nothing that failed is kept', async () => {
    reply = (_request, response) => response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
    const { ask } = await setUp();
    await ask('/api/tags');
    await ask('/api/tags', { method: 'POST', body: '{}' });
    await stop();
    expect((await ask('/api/tags')).type).toBe('error');
    expect((await ask('/api/tags', { method: 'POST', body: '{}' })).type).toBe('error');
  });

  test.each([502, 503, 504])(
    '%i between us and the server counts as not reached; another fault is told',
    async (status) => {
      const { ask, network } = await setUp();
      await ask('/api/tags');
      reply = (_request, response) => response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>nginx');
      const response = await ask('/api/tags');
      expect(await response.json()).toEqual({ ok: true });
      expect(response.headers.has('x-ninefold-age')).toBe(true);
      expect(network.isOnline()).toBe(false);
      reply = (_request, response) => response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
      expect((await ask('/api/tags')).status).toBe(404);
      expect(network.isOnline()).toBe(true);
    },
  );

  test('a server that does not answer in time is not waited for where something is kept', async () => {
    const { ask } = await setUp({ patience: 50 });
    await ask('/api/tags');
    reply = () => {};
    expect((await ask('/api/tags')).headers.has('x-ninefold-age')).toBe(true);
  });

  test('a picture seen once is given from here, also while the server is there', async () => {
    reply = (_request, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('PNG');
    const { ask } = await setUp();
    await ask('/uploads/a.png');
    const again = await ask('/uploads/a.png');
    expect(await again.text()).toBe('PNG');
    expect(again.headers.get('content-type')).toBe('image/png');
    expect(seen).toHaveLength(1);
  });

  test('a picture that the server says nobody is to keep is asked for each time', async () => {
    reply = (_request, response) =>
      response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end('PNG');
    const { ask } = await setUp();
    for (const _ of [1, 2]) expect(await (await ask('/uploads/replaced.png')).text()).toBe('PNG');
    expect(seen).toHaveLength(2);
  });
});

describe('pages of the site in a frame', () => {
  const ask = (address: string, init?: RequestInit) =>
    createSitePages(origin, fetch)(new Request(`app://site${address}`, init));

  test('come as a reader gets them, under a policy in which nothing runs', async () => {
    reply = (_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'x-frame-options': 'SAMEORIGIN', 'set-cookie': 'a=b' })
        .end('<script>1</script>');
    const response = await ask('/offer?x=1', { headers: { cookie: 'ninefold.sid=x', referer: 'app://ninefold/' } });
    expect(seen[0]).toMatchObject({ url: '/offer?x=1' });
    for (const name of ['cookie', 'referer', 'origin', 'x-ninefold-client'])
      expect(seen[0]?.headers).not.toHaveProperty(name);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/; sandbox$/);
    expect(policy).not.toContain('script-src');
    for (const name of ['set-cookie', 'x-frame-options']) expect(response.headers.has(name)).toBe(false);
  });

  test.each(['/api/posts', '/API/posts', '/admin', '/x/../api/tags', '/x\\..\\..\\api/tags'])(
    '%s is closed',
    async (address) => {
      expect((await ask(address)).status).toBe(404);
      expect(seen).toEqual([]);
    },
  );

  test('are read only, and say so when the site is not there', async () => {
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
    await stop();
    const response = await ask('/');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('cannot be reached');
  });

  test('give no scripts, and follow no redirect elsewhere', async () => {
    reply = (_request, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end('1');
    expect((await ask('/assets/a.js')).status).toBe(404);
    reply = (_request, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    expect((await ask('/')).status).toBe(503);
  });
});
