import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExchangeApi } from '#shared/workspace/exchange/exchange.ts';
import { createApiClient } from './client.ts';
import { createExchangeApi } from './exchange-api.ts';

const cursor = { siteId: 'site', seq: 7, id: '00000000-0000-4000-8000-000000000007' };
let server: Server;
let seen: { method: string; url: string; body: string }[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let timers: { milliseconds: number; run: () => void }[];
let api: ExchangeApi;

beforeEach(async () => {
  seen = [];
  timers = [];
  server = createServer(async (request, response) => {
    seen.push({ method: request.method ?? '', url: request.url ?? '', body: await readText(request) });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = createExchangeApi(createApiClient({ fetch, baseUrl }), {
    after(milliseconds, run) {
      const timer = { milliseconds, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const json = (body: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
};

test('the exchange’s calls are those of the contract', async () => {
  const pulled = { siteId: 'site', updates: [], cursor, more: false };
  answer = json(pulled);
  expect(await api.pull(null)).toEqual(pulled);
  expect(await api.pull(cursor, 1)).toEqual(pulled);
  const change = { type: 'delete', id: cursor.id, documentId: 'draft:a', kind: 'draft', seen: 'AA==' } as const;
  answer = json({ stored: [{ id: cursor.id, seq: 8 }] });
  expect(await api.push('site', [change])).toEqual([{ id: cursor.id, seq: 8 }]);
  const compared = { siteId: 'site', cursor: null, documents: [], next: null };
  answer = json(compared);
  expect(await api.compare([{ documentId: 'draft:a', vector: 'AA==' }], 'draft')).toEqual(compared);
  expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/workspace/updates',
    `GET /api/workspace/updates?siteId=site&seq=7&id=${cursor.id}&limit=1`,
    'POST /api/workspace/updates',
    'POST /api/workspace/compare',
  ]);
  expect(JSON.parse(seen[3]?.body ?? '')).toEqual({
    documents: [{ documentId: 'draft:a', vector: 'AA==' }],
    after: 'draft',
  });
  expect(timers).toEqual([]);
});

test('a call that hangs is given up as offline', async () => {
  answer = () => undefined;
  const failed = expect(api.pull(null)).rejects.toThrow('The server cannot be reached.');
  await until(() => seen.length === 1);
  timers[0]?.run();
  await failed;
});

test('events are told as they come, and the end of the stream is the end', async () => {
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(`event: updates\ndata: ${JSON.stringify(cursor)}\n\n: a comment\n\n`);
  };
  const told: unknown[] = [];
  await api.watch((each) => told.push(each), new AbortController().signal);
  expect(told).toEqual([cursor]);
  expect(timers).toEqual([]);
});

test('a stream without a word is taken for a lost connection, a comment line for a word', async () => {
  let open: ServerResponse | undefined;
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here\n\n');
    open = response;
  };
  const failed = expect(api.watch(() => undefined, new AbortController().signal)).rejects.toThrow(
    'The server cannot be reached.',
  );
  const [first] = timers;
  await until(() => timers[0] !== first);
  const [second] = timers;
  open?.write(': still here\n\n');
  await until(() => timers[0] !== second);
  expect(timers).toHaveLength(1);
  timers[0]?.run();
  await failed;
});

test('whoever gives up listening ends the connection', async () => {
  let isClosed = false;
  answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': here\n\n');
    response.on('close', () => {
      isClosed = true;
    });
  };
  const controller = new AbortController();
  const watching = api.watch(() => undefined, controller.signal).catch(() => 'given up');
  await until(() => seen.length === 1);
  controller.abort();
  expect(await watching).toBe('given up');
  await until(() => isClosed);
  expect(timers).toEqual([]);
});
