import { expect, test } from 'vitest';
import type { PostEvent } from '#server/repositories/posts/post-events.ts';
import { indexNow } from './index-now.ts';

const KEY = 'a1b2c3d4';

/** A listener whose endpoint answers with `status`, and the addresses in each message that the endpoint got. */
function listener(status: () => number) {
  const told: string[][] = [];
  const { handle } = indexNow({
    endpoint: 'https://index.example/indexnow',
    key: KEY,
    siteUrl: 'https://blog.example',
    log: { info: () => undefined, error: () => undefined },
    async post({ body }) {
      const message = JSON.parse(body);
      expect(message).toMatchObject({ host: 'blog.example', key: KEY, keyLocation: `https://blog.example/${KEY}.txt` });
      told.push(message.urlList.map((url: string) => url.replace('https://blog.example/post/', '')));
      return { status: status(), retryAfter: undefined };
    },
  });
  return { told, handle: (events: PostEvent[]) => handle(events, new AbortController().signal) };
}

let seq = 0;
function event(fields: Partial<PostEvent>): PostEvent {
  seq += 1;
  return {
    seq,
    id: `event-${seq}`,
    type: 'written',
    cause: 'save',
    postId: 1,
    oldSlug: 'tea',
    slug: 'tea',
    isLive: true,
    isFirst: false,
    lists: [],
    at: '2025-06-01T12:00:00.000Z',
    ...fields,
  };
}

test.each<[string, Partial<PostEvent>[], string[]]>([
  [
    'a post that is new',
    [
      { oldSlug: null, slug: 'tea' },
      { type: 'went-live', oldSlug: null },
    ],
    ['tea'],
  ],
  ['a change', [{}], ['tea']],
  ['a live post with another slug', [{ slug: 'té verde' }], ['t%C3%A9%20verde', 'tea']],
  [
    'a draft that goes live under another slug',
    [{ oldSlug: 'secret' }, { type: 'went-live', oldSlug: 'secret' }],
    ['tea'],
  ],
  [
    'a live post that becomes a draft with another slug',
    [
      { slug: 'secret', isLive: false },
      { type: 'taken-down', slug: 'secret', isLive: false },
    ],
    ['tea'],
  ],
  [
    'a live post in the bin',
    [
      { type: 'taken-down', isLive: false },
      { type: 'gone', isLive: false },
    ],
    ['tea'],
  ],
])('of %s the addresses that readers had or have are told, each once', async (_what, events, told) => {
  const endpoint = listener(() => 200);
  await endpoint.handle(events.map(event));
  expect(endpoint.told).toEqual([told]);
});

test('of what readers never saw nothing is told', async () => {
  const endpoint = listener(() => 200);
  await endpoint.handle([event({ isLive: false }), event({ type: 'gone', isLive: false })]);
  expect(endpoint.told).toEqual([]);
});

test('ten thousand addresses are one message; a list that was taken in part goes on where it stopped', async () => {
  let status = 200;
  const endpoint = listener(() => {
    const now = status;
    status = 503;
    return now;
  });
  const events = Array.from({ length: 10_001 }, (_, index) =>
    event({ type: 'went-live', cause: 'bulk', postId: index, slug: `post-${index}` }),
  );
  await expect(endpoint.handle(events)).rejects.toThrow('IndexNow answered 503');
  expect(endpoint.told.map((batch) => batch.length)).toEqual([10_000, 1]);
  status = 200;
  // In the meantime the first post was changed once more.
  const again = event({ slug: 'post-0', oldSlug: 'post-0', postId: 0, at: '2025-06-01T12:00:01.000Z' });
  await endpoint.handle([...events, again]);
  expect(endpoint.told[2]).toEqual(['post-0', 'post-10000']);
});
