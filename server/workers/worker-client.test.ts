import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedContent } from '#shared/content/pipeline.ts';
import type { OpenDatabase } from '../db/open.ts';
import { makePost, NOW, openBlog } from '../repositories/blog-fixture.ts';
import type { SearchAnswer, SearchRequest } from '../repositories/search/search-index.ts';
import type { ResultOf, WriteName, WriteRequest } from './apply-write.ts';
import type { MarkdownRequest } from './render-markdown.ts';
import { createWorkerClient, type WorkerClient, type WorkerOptions } from './worker-client.ts';

let folder: string;
let file: string;
let database: OpenDatabase;
let client: WorkerClient<SearchRequest, SearchAnswer>;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-worker-'));
  file = path.join(folder, 'ninefold.db');
  database = await openBlog(file);
  await makePost(database, { title: 'Tea' });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  client = searchClient({ file });
});
afterEach(() => client.close());

const searchClient = (workerData: object, given: Partial<WorkerOptions> = {}) =>
  createWorkerClient<SearchRequest, SearchAnswer>({
    name: 'search',
    workerData,
    timeoutMs: 60_000,
    timeoutCode: 'overloaded',
    maxQueue: 10,
    ...given,
  });
const search = (query: string): SearchRequest => ({ query, now: NOW, limit: 10, offset: 0 });

/** Locks the database, so that everybody else who asks it waits. Returns a function that unlocks it. */
function lock(): () => void {
  database.sqlite.pragma('locking_mode = exclusive');
  database.sqlite.exec('update blog_posts set views = views');
  return () => {
    database.sqlite.pragma('locking_mode = normal');
    database.sqlite.prepare('select 1 from blog_posts').get();
  };
}

test('requests are answered in their order, by one thread', async () => {
  const answers = await Promise.all([client.ask(search('tea')), client.ask(search('soup')), client.ask(search('te'))]);
  expect(answers.map((answer) => answer.total)).toEqual([1, 0, 1]);
});

/** A text whose rendering takes far longer than the limits here. */
const long: MarkdownRequest = { markdown: '- a *word* and `more`\n\n'.repeat(2000), pictures: {} };

test('a request over its time fails with its code, and the next one gets a new thread', async () => {
  const hurried = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    startMs: 20_000,
    timeoutMs: 5,
    timeoutCode: 'overloaded',
    maxQueue: 10,
  });
  // The first request to a thread also has the time in which the thread loads its code.
  await hurried.ask({ markdown: 'Loads the code.', pictures: {} });
  const late = hurried.ask(long);
  const next = hurried.ask({ markdown: 'a', pictures: {} });
  await expect(late).rejects.toMatchObject({ code: 'overloaded' });
  expect((await next).text).toBe('a');
  await hurried.close();
});

describe('a limit of work', () => {
  const work = { limitMs: 300, code: 'content_too_complex' } as const;

  test('counts no time in which the thread only waits', async () => {
    const writes = createWorkerClient<WriteRequest, ResultOf<WriteName>>({
      name: 'writes',
      workerData: { file },
      work,
      startMs: 20_000,
      timeoutMs: 60_000,
      timeoutCode: 'overloaded',
      maxQueue: 10,
    });
    const request: WriteRequest = { write: 'purgeFromBin', values: [1, NOW] };
    await writes.ask(request);
    database.sqlite.exec('begin immediate');
    const late = writes.ask(request);
    await new Promise((resolve) => setTimeout(resolve, 2 * work.limitMs));
    database.sqlite.exec('rollback');
    await late;
    await writes.close();
  });

  test('ends a request that works longer with its code, and the next one gets a new thread', async () => {
    const strict = createWorkerClient<MarkdownRequest, RenderedContent>({
      name: 'markdown',
      work: { ...work, limitMs: 1 },
      startMs: 20_000,
      timeoutMs: 60_000,
      timeoutCode: 'overloaded',
      maxQueue: 10,
    });
    await strict.ask({ markdown: 'Loads the code.', pictures: {} });
    const late = strict.ask(long);
    const next = strict.ask({ markdown: 'a', pictures: {} });
    await expect(late).rejects.toMatchObject({ code: 'content_too_complex' });
    expect((await next).text).toBe('a');
    await strict.close();
  });
});

test('who waits in a full queue is told to come again, and those before are answered all the same', async () => {
  const full = searchClient({ file }, { maxQueue: 2 });
  const taken = [full.ask(search('tea')), full.ask(search('tea')), full.ask(search('tea'))];
  await expect(full.ask(search('tea'))).rejects.toMatchObject({ code: 'overloaded', status: 503 });
  expect((await Promise.all(taken)).map((answer) => answer.total)).toEqual([1, 1, 1]);
  await full.close();
});

describe('a request that waits', () => {
  /**
   * A thread that is busy until `go` is called. `go` ends when the thread has answered the request it was busy with.
   */
  function busy(given: Partial<WorkerOptions>) {
    const unlock = lock();
    const thread = searchClient({ file }, { timeoutMs: 60_000, ...given });
    const underWay = thread.ask(search('tea'), { client: 'a' });
    const askFor = (name: string, signal?: AbortSignal) => thread.ask(search('tea'), { client: name, signal });
    const go = async () => {
      unlock();
      expect((await underWay).total).toBe(1);
    };
    return { askFor, go, close: () => thread.close() };
  }

  test('too long is refused; the one under way is not disturbed, and the next is answered', async () => {
    const { askFor, go, close } = busy({ waitMs: 20 });
    await expect(askFor('b')).rejects.toMatchObject({ code: 'overloaded' });
    await go();
    expect((await askFor('b')).total).toBe(1);
    await close();
  });

  test('for nobody any more is dropped and leaves its place; one whose client is there is answered', async () => {
    const { askFor, go, close } = busy({ maxQueue: 2 });
    const gone = new AbortController();
    const dropped = askFor('b', gone.signal);
    const kept = askFor('b', new AbortController().signal);
    gone.abort();
    await expect(dropped).rejects.toMatchObject({ code: 'overloaded' });
    const inItsPlace = askFor('b');
    await expect(askFor('c', gone.signal)).rejects.toMatchObject({ code: 'overloaded' });
    await go();
    expect((await Promise.all([kept, inItsPlace])).map(({ total }) => total)).toEqual([1, 1]);
    await close();
  });

  test('is one of a few of its client: more are refused, those of others are not', async () => {
    const { askFor, go, close } = busy({ maxOfOneClient: 2 });
    const taken = [askFor('a'), askFor('a'), askFor('b')];
    await expect(askFor('a')).rejects.toMatchObject({ code: 'rate_limited' });
    await go();
    expect((await Promise.all(taken)).map(({ total }) => total)).toEqual([1, 1, 1]);
    await close();
  });

  test('waits for one of each other client at a time, however many those have asked for', async () => {
    const { askFor, go, close } = busy({});
    const order: string[] = [];
    const asked = ['a1', 'a2', 'a3', 'b1'].map(async (name) => {
      await askFor(name[0] ?? '');
      order.push(name);
    });
    await go();
    await Promise.all(asked);
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    await close();
  });
});

describe('closing', () => {
  test('ends what is under way and what waits, at once', async () => {
    const unlock = lock();
    const started = performance.now();
    const waiting = [client.ask(search('tea')), client.ask(search('soup'))];
    const settled = Promise.allSettled(waiting);
    await client.close();
    expect((await settled).map((result) => result.status)).toEqual(['rejected', 'rejected']);
    expect(performance.now() - started).toBeLessThan(3000);
    unlock();
  });

  test('is the end: no thread starts after it', async () => {
    await client.close();
    await expect(client.ask(search('tea'))).rejects.toThrow('The server is stopping');
    await client.close();
  });
});

test('a thread that cannot start fails its request and no other', async () => {
  const lost = searchClient({ file: path.join(folder, 'nowhere.db') });
  await expect(lost.ask(search('tea'))).rejects.toThrow('unable to open database');
  await expect(lost.ask(search('tea'))).rejects.toThrow('unable to open database');
  await lost.close();
});

test('an error with a code keeps it on its way back, another keeps its text', async () => {
  const markdown = createWorkerClient<MarkdownRequest, RenderedContent>({
    name: 'markdown',
    timeoutMs: 10_000,
    timeoutCode: 'content_too_complex',
    maxQueue: 10,
  });
  const tooLong = markdown.ask({ markdown: 'a'.repeat(1_000_001), pictures: {} });
  const broken = markdown.ask({ markdown: 7, pictures: {} } as unknown as MarkdownRequest);
  const good = markdown.ask({ markdown: '# A *title*', pictures: {} });
  await expect(tooLong).rejects.toMatchObject({ code: 'content_too_complex', status: 422 });
  await expect(broken).rejects.toThrow(/^markdown worker: /);
  expect((await good).html).toContain('<h2');
  await markdown.close();
});
