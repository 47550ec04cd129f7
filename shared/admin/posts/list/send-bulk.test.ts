import { expect, test } from 'vitest';
import { OfflineError } from '#shared/api-client/api-error.ts';
import type { ManyPostsChange } from '#shared/contract/posts.ts';
import type { AdminPorts } from '../../ports.ts';
import { countOf } from './bulk-parts.ts';
import { sendBulk } from './send-bulk.ts';

const set = { featured: true };
const changeOf = (count: number): ManyPostsChange[] => [
  { posts: Array.from({ length: count }, (_, index) => ({ id: index + 1, version: 1 })), set },
];

/** A server that changes what it is sent, and is gone at the call of a number, counted from 1. */
function server(goneAt = Number.POSITIVE_INFINITY) {
  const sizes: number[] = [];
  const call = async (_: unknown, { body }: { body: { changes: ManyPostsChange[] } }) => {
    if (sizes.length + 1 === goneAt) throw new OfflineError('The server cannot be reached.');
    sizes.push(countOf(body.changes));
    const undo = body.changes.map(({ posts }) => ({
      posts: posts.map(({ id }) => ({ id, version: 2 })),
      set: { featured: false },
    }));
    return { changed: countOf(body.changes), failed: [], undo };
  };
  return { sizes, api: { call } as unknown as Pick<AdminPorts['api'], 'call'> };
}

test('of a thousand posts it is seen ten times how far they are, and one undo takes all back', async () => {
  const { api, sizes } = server();
  const seen: number[] = [];
  const { changed, failed, undo } = await sendBulk(api, changeOf(1000), (done) => seen.push(done));
  expect(seen).toEqual([100, 200, 300, 400, 500, 600, 700, 800, 900, 1000]);
  expect([changed, failed, countOf(undo)]).toEqual([1000, [], 1000]);
  const again: number[] = [];
  await sendBulk(api, undo, (done) => again.push(done));
  expect(again).toEqual(seen);
  expect(sizes).toHaveLength(20);
});

test('what was done before the server went can be taken back, and the rest is named', async () => {
  const { api, sizes } = server(3);
  const { changed, failed, undo } = await sendBulk(api, changeOf(450), () => {});
  expect([changed, countOf(undo), sizes.length]).toEqual([200, 200, 2]);
  expect(failed.map(({ id }) => id)).toEqual(Array.from({ length: 250 }, (_, index) => 201 + index));
  expect(new Set(failed.map(({ message }) => message)).size).toBe(1);
});

test('where nothing could be done the reason is thrown', async () => {
  await expect(sendBulk(server(1).api, changeOf(3), () => {})).rejects.toBeInstanceOf(OfflineError);
});
