import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest';
import {
  chat,
  createTag,
  deleteTag,
  getMe,
  getMetrics,
  getPost,
  listPosts,
  listTags,
  logout,
  type Me,
  searchPosts,
  updatePost,
  updateTag,
  uploadImage,
} from '#shared/contract/index.ts';
import { ApiError, OfflineError, UnexpectedAnswerError } from './api-error.ts';
import { createApiClient } from './client.ts';
import type { ListPage } from './parse-paging.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let baseUrl: string;
let answer: Answer;
let seen: {
  method?: string | undefined;
  url?: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[];

beforeEach(async () => {
  seen = [];
  server = createServer(async (request, response) => {
    const body = await readText(request);
    seen.push({ method: request.method, url: request.url, headers: request.headers, body });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const client = () => createApiClient({ fetch, baseUrl });

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
    response.end(JSON.stringify(body));
  };
const plain =
  (status: number, body: string, type = 'text/plain'): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': type });
    response.end(body);
  };

const failureOf = async (attempt: Promise<unknown>) => {
  try {
    await attempt;
  } catch (error) {
    return error;
  }
  return expect.fail('the call did not fail');
};
const apiErrorOf = async (attempt: Promise<unknown>) => {
  const error = await failureOf(attempt);
  if (!(error instanceof ApiError)) throw error;
  return error;
};

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const tag = { id: 3, name: 'Yoga', slug: 'yoga' };

describe('a call', () => {
  it('sends what its endpoint says and gives the parsed answer', async () => {
    answer = json(201, { ...tag, addedByANewerServer: true });
    expect(await client().call(createTag, { body: { name: 'Yoga' } })).toEqual(tag);
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/tags', body: '{"name":"Yoga"}' });
    expect(seen[0]?.headers).toMatchObject({ accept: 'application/json', 'content-type': 'application/json' });
  });

  it('escapes parameters and query, leaves out what is absent, repeats lists', async () => {
    answer = json(200, tag);
    await client().call(updateTag, { params: { id: 3 }, body: { mergeInto: 4 } });
    answer = json(200, []);
    await client().call(listPosts, { query: { q: 'a&b ä', featured: false, tag: undefined, limit: 5 } });
    await client().call(searchPosts, { query: { q: ['a', 'b'] } });
    answer = json(404, {});
    await failureOf(client().call(getPost, { params: { slug: '../a/b?c#d%2e' } }));
    expect(seen.map((one) => one.url)).toEqual([
      '/api/tags/3',
      '/api/posts?q=a%26b+%C3%A4&featured=false&limit=5',
      '/api/search?q=a&q=b',
      '/api/posts/..%2Fa%2Fb%3Fc%23d%252e',
    ]);
  });

  it.each(['', '.', '..'])('does not go to another address for a slug of %j', async (slug) => {
    expect(await failureOf(client().call(getPost, { params: { slug } }))).toBeInstanceOf(RangeError);
    expect(seen).toEqual([]);
  });

  it('gives undefined for 204, and sends no body where the endpoint has none', async () => {
    answer = (_, response) => response.writeHead(204).end();
    expect(await client().call(deleteTag, { params: { id: 3 } })).toBeUndefined();
    expect(await client().call(logout)).toBeUndefined();
    expect(seen[1]).toMatchObject({ method: 'POST', body: '' });
    expect(seen[1]?.headers['content-type']).toBeUndefined();
  });

  it('sends credentials and the headers it is given', async () => {
    let credentials: RequestInit['credentials'];
    answer = json(200, { id: 1, email: 'owner@example.org', name: 'Owner' });
    const api = createApiClient({
      baseUrl,
      fetch: (address, init) => {
        credentials = init.credentials;
        return fetch(address, init);
      },
    });
    await api.call(getMe, { headers: { 'Idempotency-Key': 'k1' } });
    expect(credentials).toBe('include');
    expect(seen[0]?.headers['idempotency-key']).toBe('k1');
  });

  it('says which site a change is meant for, and nothing when it reads or is not told', async () => {
    answer = json(200, tag);
    const api = createApiClient({ fetch, baseUrl, siteId: 'site-a' });
    await api.call(updateTag, { params: { id: 3 }, body: { mergeInto: 4 } });
    await client().call(updateTag, { params: { id: 3 }, body: { mergeInto: 4 } });
    answer = json(200, []);
    await api.list(listTags);
    expect(seen.map(({ headers }) => headers['x-ninefold-site'])).toEqual(['site-a', undefined, undefined]);
  });

  it('sends a form as multipart', async () => {
    answer = plain(422, '');
    const form = new FormData();
    form.append('image', new Blob(['GIF89a'], { type: 'image/gif' }), 'a.gif');
    await failureOf(client().call(uploadImage, { form }));
    expect(seen[0]?.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen[0]?.body).toContain('GIF89a');
  });

  it('is typed by its endpoint', () => {
    const api = client();
    expectTypeOf(() => api.call(getMe)).returns.resolves.toEqualTypeOf<Me>();
    expectTypeOf(() => api.call(logout)).returns.resolves.toEqualTypeOf<undefined>();
    expectTypeOf(() => api.list(listTags)).returns.resolves.toEqualTypeOf<ListPage<typeof tag>>();
    const wrongCalls = () => {
      // @ts-expect-error a call with parameters needs them
      void api.call(getPost);
      // @ts-expect-error a parameter has its name
      void api.call(getPost, { params: { id: 3 } });
      // @ts-expect-error a required field is required
      void api.call(createTag, { body: {} });
      // @ts-expect-error a field has its type
      void api.call(updatePost, { params: { id: 1 }, body: { title: 5 } });
      // @ts-expect-error only a list is a list
      void api.list(getMe);
      // @ts-expect-error a call without a query takes none
      void api.call(getMe, { query: { a: 1 } });
    };
    expect(wrongCalls).toBeTypeOf('function');
  });
});

describe('an answer that is not OK', () => {
  it('is an error whose message is the status and the body text, with code and sentence beside it', async () => {
    const body = {
      code: 'post_conflict',
      message: 'This post was changed elsewhere since you opened it.',
      issues: [{ path: 'title', message: 'Title is required' }],
      current: { version: 4 },
      requestId: 'r1',
    };
    answer = json(409, body);
    const error = await apiErrorOf(client().call(updatePost, { params: { id: 1 }, body: { version: 3 } }));
    expect(error.message).toBe(`409: ${JSON.stringify(body)}`);
    expect(error).toMatchObject({
      status: 409,
      code: 'post_conflict',
      detail: body.message,
      issues: body.issues,
      current: body.current,
      requestId: 'r1',
    });
  });

  it('has the status text where the body is empty', async () => {
    answer = plain(502, '');
    const error = await apiErrorOf(client().call(listTags));
    expect(error.message).toBe('502: Bad Gateway');
    expect(error).toMatchObject({ code: undefined, detail: '502: Bad Gateway' });
  });

  it('keeps a proxy’s page in the message, and out of the sentence for the person', async () => {
    answer = plain(502, '<html><h1>Bad Gateway</h1></html>', 'text/html');
    const error = await apiErrorOf(client().call(listTags));
    expect(error.message).toBe('502: <html><h1>Bad Gateway</h1></html>');
    expect(error.detail).toBe('502: Bad Gateway');
  });

  it('of a newer server has a sentence but no code we would not know', async () => {
    answer = json(418, { code: 'teapot', message: 'Short and stout.' });
    expect(await apiErrorOf(client().call(listTags))).toMatchObject({ code: undefined, detail: 'Short and stout.' });
  });

  it.each(['null', '[]', '"x"', '{"code":5}', '{"message":'])('may say %j', async (text) => {
    answer = plain(500, text);
    const error = await apiErrorOf(client().call(listTags));
    expect(error.message).toBe(`500: ${text}`);
    expect(error.code).toBeUndefined();
  });
});

describe('an answer that breaks the contract', () => {
  it.each([
    ['is a page of the hotel’s network', plain(200, '<html>Sign in to Wi-Fi</html>', 'text/html')],
    ['is empty', plain(200, '')],
    ['misses a field', json(200, [{ id: 3 }])],
    ['is of another type', json(200, { tags: [] })],
  ])('is never taken for data: it %s', async (_, given) => {
    answer = given;
    expect(await failureOf(client().call(listTags))).toBeInstanceOf(UnexpectedAnswerError);
  });
});

describe('no answer', () => {
  it('is offline when nobody listens', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const error = await failureOf(client().call(listTags));
    expect(error).toBeInstanceOf(OfflineError);
    expect((error as OfflineError).cause).toBeInstanceOf(TypeError);
    server = createServer().listen(0);
  });

  it.each([200, 500])('is offline when the connection breaks off inside the body of a %i', async (status) => {
    answer = (_, response) => {
      response.writeHead(status, { 'content-length': '100' });
      response.write('[');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await failureOf(client().call(listTags))).toBeInstanceOf(OfflineError);
  });

  it('is what the caller gave up with, when the caller gave up', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    answer = () => controller.abort(reason);
    expect(await failureOf(client().call(listTags, { signal: controller.signal }))).toBe(reason);
  });
});

describe('a list', () => {
  it('comes with its length and the cursor of the next page', async () => {
    answer = json(200, [tag], { 'X-Total-Count': '7', Link: '</api/tags?cursor=c2>; rel="next"' });
    expect(await client().list(listTags)).toEqual({ items: [tag], total: 7, next: 'c2', meant: null });
  });

  it('is as long as it is where the answer does not say', async () => {
    answer = json(200, [tag]);
    expect(await client().list(listTags)).toEqual({ items: [tag], total: 1, next: null, meant: null });
  });
});

describe('a stream of events', () => {
  const events =
    (...pieces: string[]): Answer =>
    async (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      for (const piece of pieces) {
        response.write(piece);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      response.end();
    };
  const stream = (signal?: AbortSignal) => client().events(chat, { body: { prompt: 'Hello' }, signal });

  it('gives each event parsed, however the stream is cut', async () => {
    answer = events(
      ': alive\n\nevent: del',
      'ta\ndata: {"text":"a"}\n',
      '\nevent: done\ndata: {"model":"m","finishReason":"stop"}\n\n',
    );
    expect(await collect(stream())).toEqual([
      { event: 'delta', data: { text: 'a' } },
      { event: 'done', data: { model: 'm', finishReason: 'stop' } },
    ]);
    expect(seen[0]?.headers.accept).toBe('text/event-stream');
  });

  it('throws an answer that is not OK before the first event', async () => {
    answer = json(503, { code: 'ai_not_configured', message: 'AI is not set up.' });
    expect(await apiErrorOf(collect(stream()))).toMatchObject({ code: 'ai_not_configured' });
  });

  it.each([
    ['JSON', json(200, {})],
    ['an event of another shape', events('event: delta\ndata: {"text":5}\n\n')],
    ['data that is no JSON', events('event: delta\ndata: {\n\n')],
    ['data that breaks out of its event', events('event: delta\ndata: 1,"event":"done"\n\n')],
  ])('refuses %s', async (_, given) => {
    answer = given;
    expect(await failureOf(collect(stream()))).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('is offline when the connection breaks off, after the events that came', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: delta\ndata: {"text":"a"}\n\n');
      setTimeout(() => response.destroy(), 20);
    };
    const got: unknown[] = [];
    const error = await failureOf(
      (async () => {
        for await (const event of stream()) got.push(event);
      })(),
    );
    expect(error).toBeInstanceOf(OfflineError);
    expect(got).toEqual([{ event: 'delta', data: { text: 'a' } }]);
  });

  it('ends the connection when the caller leaves or gives up', async () => {
    const closed = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.on('close', closed.resolve);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: delta\ndata: {"text":"a"}\n\n');
    };
    for await (const event of stream()) {
      expect(event.event).toBe('delta');
      break;
    }
    await closed.promise;

    const controller = new AbortController();
    const reason = new Error('enough');
    const second = stream(controller.signal);
    await second.next();
    controller.abort(reason);
    expect(await failureOf(second.next())).toBe(reason);
  });

  it('is refused for a call that has no events', async () => {
    answer = plain(200, 'up 1\n');
    expect(await failureOf(collect(client().events(getMetrics)))).toBeInstanceOf(UnexpectedAnswerError);
  });
});
