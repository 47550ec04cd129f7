import { expect, test } from 'vitest';
import { OfflineError } from '#shared/api-client/api-error.ts';
import type { BodyInput } from '#shared/contract/endpoint.ts';
import type { changePosts, ManyPostsChange, ManyPostsEvent } from '#shared/contract/posts/many-posts.ts';
import type { AdminPorts } from '../../ports.ts';
import { countOf } from './bulk-parts.ts';
import { sendBulk } from './send-bulk.ts';

const set = { featured: true };
const changeOf = (count: number): ManyPostsChange[] => [
  { posts: Array.from({ length: count }, (_, index) => ({ id: index + 1, version: 1 })), set },
];
const never = () => new AbortController().signal;

type PartEvent = Extract<ManyPostsEvent, { event: 'part' }>;
interface Given {
  /** The error that breaks the connection after this number of parts, or the event that comes then. */
  after?: { parts: number; happens: Error | ManyPostsEvent };
  refuses?: (id: number) => string | null;
}

/** Makes a server that changes a hundred posts at a time, and stops when it is told to. */
function server({ after, refuses = () => null }: Given = {}) {
  const calls: BodyInput<typeof changePosts>[] = [];
  const stopped = new Set<string | undefined>();
  const part = (ids: number[]): PartEvent => {
    const failed = ids.flatMap((id) => {
      const message = refuses(id);
      return message === null ? [] : [{ id, title: `Post ${id}`, message }];
    });
    const posts = ids.filter((id) => refuses(id) === null).map((id) => ({ id, version: 2 }));
    const undo = posts.length > 0 ? [{ posts, set: { featured: false } }] : [];
    return { event: 'part', data: { ids, changed: posts.length, failed, undo } };
  };
  async function* events(
    _: unknown,
    { body }: { body: BodyInput<typeof changePosts> },
  ): AsyncGenerator<ManyPostsEvent> {
    calls.push(body);
    const ids = body.changes.flatMap(({ posts }) => posts.map(({ id }) => id));
    for (let done = 0; done < ids.length && !stopped.has(body.key); done += 100) {
      if (after?.parts === done / 100) {
        if (after.happens instanceof Error) throw after.happens;
        yield after.happens;
        return;
      }
      yield part(ids.slice(done, done + 100));
    }
    yield { event: 'done', data: { isStopped: stopped.has(body.key) } };
  }
  const call = async (_: unknown, { params }: { params: { key: string } }) => void stopped.add(params.key);
  let keys = 0;
  const ports = { api: { events, call }, uniqueId: () => `key-${++keys}` };
  return { calls, ports: ports as unknown as Pick<AdminPorts, 'api' | 'uniqueId'> };
}

test('a thousand posts are one call, whose progress is seen, and one undo takes all back', async () => {
  const { ports, calls } = server();
  const seen: number[] = [];
  const answer = await sendBulk(ports, changeOf(1000), { onProgress: (done) => seen.push(done), stop: never() });
  expect(seen).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  expect(answer).toMatchObject({ changed: 1000, failed: [], rest: null });
  expect(countOf(answer.undo)).toBe(1000);
  expect(calls).toHaveLength(1);
  await sendBulk(ports, answer.undo, { onProgress: () => {}, stop: never() });
  expect(calls).toHaveLength(2);
});

test('stopped on the way, what is done can be taken back and the rest is counted', async () => {
  const { ports, calls } = server();
  const stopping = new AbortController();
  const onProgress = (done: number) => {
    if (done === 400) stopping.abort();
  };
  const answer = await sendBulk(ports, changeOf(1000), { onProgress, stop: stopping.signal });
  expect(answer).toMatchObject({ changed: 400, failed: [], rest: { count: 600, fault: null } });
  expect(countOf(answer.undo)).toBe(400);
  expect(calls).toHaveLength(1);
});

test('more than one call takes are several, and none begins after a stop', async () => {
  const { ports, calls } = server();
  await sendBulk(ports, changeOf(6000), { onProgress: () => {}, stop: never() });
  expect(calls.map(({ changes }) => countOf(changes))).toEqual([5000, 1000]);
  const stopping = new AbortController();
  const onProgress = (done: number) => {
    if (done === 5000) stopping.abort();
  };
  const answer = await sendBulk(ports, changeOf(6000), { onProgress, stop: stopping.signal });
  expect(answer.rest).toEqual({ count: 1000, fault: null });
  expect(calls).toHaveLength(3);
});

test.each<[string, Error | ManyPostsEvent, string]>([
  ['the connection is lost', new OfflineError('gone'), 'cannot be reached'],
  [
    'the disk is full',
    { event: 'error', data: { code: 'storage_full', message: 'The disk is full.', requestId: 'req-1' } },
    'The disk is full.',
  ],
])('where %s, what was told until then counts, and of the rest nothing is claimed', async (_, happens, words) => {
  const { ports } = server({ after: { parts: 2, happens } });
  const answer = await sendBulk(ports, changeOf(450), { onProgress: () => {}, stop: never() });
  expect(answer).toMatchObject({ changed: 200, rest: { count: 250, fault: expect.stringContaining(words) } });
  expect(countOf(answer.undo)).toBe(200);
});

test('an answer that ends without its end is a connection that is lost', async () => {
  const { ports } = server();
  async function* cut(): AsyncGenerator<ManyPostsEvent> {
    yield { event: 'part', data: { ids: [1], changed: 1, failed: [], undo: [] } };
  }
  const api = { ...ports.api, events: cut } as unknown as AdminPorts['api'];
  const answer = await sendBulk({ ...ports, api }, changeOf(3), { onProgress: () => {}, stop: never() });
  expect(answer.rest).toEqual({ count: 2, fault: expect.stringContaining('cannot be reached') });
});

test('where nothing could be done the reason is thrown', async () => {
  const { ports } = server({ after: { parts: 0, happens: new OfflineError('gone') } });
  await expect(sendBulk(ports, changeOf(3), { onProgress: () => {}, stop: never() })).rejects.toBeInstanceOf(
    OfflineError,
  );
});

test('one reason for all is said once; different reasons are told of each post', async () => {
  const watch = { onProgress: () => {}, stop: never() };
  await expect(sendBulk(server({ refuses: () => 'No.' }).ports, changeOf(3), watch)).rejects.toThrow('No.');
  const { ports } = server({ refuses: (id) => `No, ${id}.` });
  expect(await sendBulk(ports, changeOf(2), watch)).toMatchObject({
    changed: 0,
    failed: [
      { id: 1, message: 'No, 1.' },
      { id: 2, message: 'No, 2.' },
    ],
  });
});
