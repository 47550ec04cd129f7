import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { DAY, makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { softDeletePost } from '#server/repositories/posts/post-bin.ts';
import { createLongWrites } from '#server/services/long-writes.ts';
import type { ResultOf, WriteName, WriteRequest } from '#server/workers/apply-write.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import { emptyBin } from './empty-bin.ts';

let folder: string;
let blog: OpenDatabase;
let thread: WorkerClient<WriteRequest, ResultOf<WriteName>>;
let inThread: WriteRequest[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-bin-'));
  const file = path.join(folder, 'ninefold.db');
  blog = await openBlog(file);
  thread = createWorkerClient({
    name: 'writes',
    workerData: { file },
    timeoutMs: 60_000,
    timeoutCode: 'overloaded',
    maxQueue: 10,
  });
  inThread = [];
});
afterEach(async () => {
  await thread.close();
  await blog.close();
  rmSync(folder, { recursive: true });
});

const empty = (now: number, isStopped = () => false) => {
  const ask = (request: WriteRequest) => {
    inThread.push(request);
    return thread.ask(request);
  };
  const longWrites = createLongWrites({ db: blog.db, worker: { ...thread, ask } });
  return emptyBin({ db: blog.db, longWrites, isStopped }, now);
};
async function deletedPost(content: string): Promise<number> {
  const { id } = await makePost(blog, { content });
  await softDeletePost(blog.db, id, NOW);
  return id;
}
const left = async () => (await blog.db.selectFrom('blog_posts').select('id').execute()).map(({ id }) => id);

test('a post can be taken back for 30 days, then it is gone', async () => {
  const ids = [await deletedPost('One.'), await deletedPost('Two.')];
  await empty(NOW + 30 * DAY);
  expect(await left()).toEqual(ids);
  await empty(NOW + 30 * DAY + 1);
  expect([await left(), inThread]).toEqual([[], []]);
});

test('one with much text is deleted in the thread of long writes, and is out of the search index', async () => {
  const id = await deletedPost('rhubarb '.repeat(20_000));
  await deletedPost('A short one.');
  await empty(NOW + 31 * DAY);
  expect([await left(), inThread.map(({ write, values }) => [write, values[0]])]).toEqual([[], [['purgeFromBin', id]]]);
  blog.sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
});

test('told to stop, it goes no further than the post under way', async () => {
  const ids = [await deletedPost('One.'), await deletedPost('Two.'), await deletedPost('Three.')];
  let asked = 0;
  await empty(NOW + 31 * DAY, () => {
    asked += 1;
    return asked > 1;
  });
  expect(await left()).toEqual(ids.slice(1));
});
