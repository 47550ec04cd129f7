import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { verifyClient } from '#server/services/publication/client-signature.ts';
import { createTestStore, SECRET, startTestReader } from '../test-reader.ts';

const ended: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0).reverse()) await end();
});

/** A reader instance whose writer answers with `answer`. */
async function readerOf(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const writer = createServer((asked, response) => {
    response.setHeader('date', new Date().toUTCString());
    answer(asked, response);
  });
  await new Promise<void>((resolve) => {
    writer.listen(0, '127.0.0.1', resolve);
  });
  const stopWriter = () => {
    writer.closeAllConnections();
    writer.close();
  };
  ended.push(stopWriter);
  const store = createTestStore();
  ended.push(() => store.close());
  const writerUrl = `http://127.0.0.1:${(writer.address() as AddressInfo).port}`;
  const instance = await startTestReader({ blobs: store.folder, writerUrl, env: { TRUST_PROXY: 'loopback' } });
  ended.push(() => instance.close());
  return { instance, stopWriter };
}

test('a request is passed on as it is, but for what clients say of themselves and what is of the connection alone', async () => {
  const seen: { asked: IncomingMessage; body: string }[] = [];
  const { instance } = await readerOf(async (asked, response) => {
    seen.push({ asked, body: await text(asked) });
    response.writeHead(201, [
      ...['set-cookie', 'a=1', 'set-cookie', 'b=2', 'connection', 'keep-alive, x-own', 'x-own', 'z', 'etag', '"e"'],
    ]);
    response.end('done');
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(`${instance.address}/api/posts/draft?x=%20`, {
      method: 'POST',
      headers: {
        ...{ host: 'site.test', cookie: 'ninefold_session=x', 'content-type': 'application/json' },
        ...{ 'x-forwarded-for': '9.9.9.9, 203.0.113.7', 'x-forwarded-proto': 'https', forwarded: 'for=1.1.1.1' },
        ...{
          'x-ninefold-signed-client': 'v1;1;1.1.1.1;00',
          'x-ninefold-reader': 'x',
          'x-hop': '1',
          connection: 'x-hop',
        },
      },
    });
    sent.on('response', resolve).on('error', reject);
    sent.end('{"title":"T"}');
  });
  expect(answer.statusCode).toBe(201);
  expect(answer.headers).toMatchObject({ 'set-cookie': ['a=1', 'b=2'], etag: '"e"' });
  expect(answer.headers['x-own']).toBeUndefined();
  expect(await text(answer)).toBe('done');
  const [{ asked, body } = { asked: null, body: '' }] = seen;
  expect(body).toBe('{"title":"T"}');
  expect(asked?.headers).toMatchObject({
    host: 'site.test',
    cookie: 'ninefold_session=x',
    'x-forwarded-proto': 'https',
  });
  for (const name of ['x-forwarded-for', 'forwarded', 'x-ninefold-reader', 'x-hop']) {
    expect(asked?.headers[name], name).toBeUndefined();
  }
  const header = asked?.headers['x-ninefold-signed-client'];
  const signed = { method: 'POST', path: '/api/posts/draft?x=%20', header, now: Date.now() };
  expect(verifyClient(SECRET, signed)).toBe('203.0.113.7');
  expect(verifyClient('another secret of the same length, forty characters', signed)).toBeNull();
});

/** The answer to a request that is sent byte for byte as it stands here. The request must end the connection itself. */
async function answerTo(address: string, sent: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(sent);
  return text(socket);
}

test('a request that calls its length and its host a matter of its connection stays one request', async () => {
  const seen: string[] = [];
  const { instance } = await readerOf(async (asked, response) => {
    seen.push(`${asked.method} ${asked.url} ${asked.headers.host} ${await text(asked)}`);
    response.end('done');
  });
  const hidden = 'GET /admin/hidden HTTP/1.1\r\nHost: site.test\r\n\r\n';
  const lines = ['GET /admin HTTP/1.1', 'Host: site.test', 'Connection: close, Content-Length, host'];
  const answer = await answerTo(
    instance.address,
    `${[...lines, `Content-Length: ${hidden.length}`].join('\r\n')}\r\n\r\n${hidden}`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  await fetch(`${instance.address}/admin/next`, { method: 'POST', body: 'b' });
  const { host } = new URL(instance.address);
  expect(seen).toEqual([`GET /admin site.test ${hidden}`, `POST /admin/next ${host} b`]);
});

test('a request for a whole address is answered by whom its path belongs to', async () => {
  const seen: (string | undefined)[] = [];
  const { instance } = await readerOf((asked, response) => {
    seen.push(asked.url);
    response.end('of the writer');
  });
  const ask = (target: string) =>
    answerTo(instance.address, `GET ${target} HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n`);
  for (const target of ['http://site.test/admin?a=b', 'HTTPS://site.test/api/auth/me', 'http://site.test//admin']) {
    expect(await ask(target), target).toMatch(/of the writer$/);
  }
  expect(seen).toEqual(['/admin?a=b', '/api/auth/me', '//admin']);
  // Nothing is published here yet, and these requests are not for the writer.
  for (const target of ['http://site.test', 'http://site.test?q=http://site.test/admin', 'http://site.test/post/tea']) {
    expect(await ask(target), target).toMatch(/reader_not_ready/);
  }
});

test('an answer flows as it comes, and a client that goes ends what the writer does for it', async () => {
  let end: (() => void) | undefined;
  const gone = vi.fn();
  const { instance } = await readerOf((_asked, response) => {
    response.on('close', gone);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: 1\n\n');
    end = () => response.end();
  });
  const leaving = new AbortController();
  const response = await fetch(`${instance.address}/api/workspace/events`, { signal: leaving.signal });
  const reading = response.body?.getReader();
  expect(new TextDecoder().decode((await reading?.read())?.value)).toBe('data: 1\n\n');
  expect(gone).not.toHaveBeenCalled();
  leaving.abort();
  await vi.waitFor(() => expect(gone).toHaveBeenCalled(), 60_000);
  end?.();
});

test('a writer that refuses a body before it has all of it is heard', async () => {
  const { instance } = await readerOf((_asked, response) => {
    response.writeHead(413);
    response.end('too large');
  });
  const body = new Uint8Array(8 * 1024 * 1024);
  const response = await fetch(`${instance.address}/api/images`, { method: 'POST', body });
  expect([response.status, await response.text()]).toEqual([413, 'too large']);
});

test('a writer that is away is told as what no program takes for an answer', async () => {
  const { instance, stopWriter } = await readerOf((_asked, response) => response.end());
  await fetch(`${instance.address}/api/auth/me`);
  stopWriter();
  const call = await fetch(`${instance.address}/api/auth/me`);
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '10']);
  expect(await call.json()).toMatchObject({ code: 'writer_away' });
  const page = await instance.page('/admin');
  expect(page).toMatchObject({ status: 503, text: expect.stringContaining('cannot be reached just now') });
});
