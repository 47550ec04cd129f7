import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import type { OpenDatabase } from '#server/db/open.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { HOUR, makePost, NOW, openBlog, postValues } from '#server/repositories/blog-fixture.ts';
import { eventsAfter, forgetEvents, lastEvent } from '#server/repositories/event-log.ts';
import { type PostEvent, recordDuePosts } from '#server/repositories/posts/post-events.ts';
import { insertPost, updatePost } from '#server/repositories/posts/post-writes.ts';
import { runsOf } from '#tests/share.ts';
import { createEventDispatcher } from './dispatcher.ts';
import { type DurableListener, NotNow } from './durable-listener.ts';
import type { SiteEvent } from './site-events.ts';

let blog: OpenDatabase;
let faults: unknown[];
/** The waits that were asked for, in milliseconds, and what runs after each. */
let waits: { milliseconds: number; run: () => void }[];
beforeEach(async () => {
  blog = await openBlog();
  faults = [];
  waits = [];
});
afterEach(() => blog.close());

const timers = {
  after(milliseconds: number, run: () => void) {
    const wait = { milliseconds, run };
    waits.push(wait);
    return () => {
      waits = waits.filter((each) => each !== wait);
    };
  },
};

/** Starts a server's dispatcher, and stops it when the test ends. */
async function start(...durable: DurableListener[]) {
  const onError = (error: unknown) => faults.push(error);
  const events = createEventDispatcher({ db: blog.db, durable, timers, onError });
  const stop = await events.start();
  onTestFinished(stop);
  return { ...events, stop };
}

/** A listener that records the lists it is given; while `isDeaf` is true, it fails after recording. */
function listener(options: Partial<DurableListener> = {}) {
  const lists: PostEvent[][] = [];
  const ears = { isDeaf: false };
  const made: DurableListener = {
    name: 'test',
    isOutside: false,
    async handle(events) {
      lists.push([...events]);
      if (ears.isDeaf) throw new Error('not now');
    },
    ...options,
  };
  return { made, lists, ears, types: () => lists.map((list) => list.map(({ type }) => type)) };
}

describe('a listener in this process', () => {
  test('is told what happens from its start on, once, however many ask for it to be told', async () => {
    await makePost(blog);
    const events = await start();
    const heard: SiteEvent[] = [];
    events.listen((told) => heard.push(...told));
    const { id } = await makePost(blog, { slug: 'tea' });
    await Promise.all([events.tellPosts(), events.tellPosts()]);
    await events.tellPosts();
    expect(heard).toMatchObject([
      { type: 'written', postId: id },
      { type: 'went-live', postId: id, slug: 'tea' },
    ]);
  });

  test('is told what another connection has written', async () => {
    const events = await start();
    const heard: SiteEvent[] = [];
    const stopListening = events.listen((told) => heard.push(...told));
    await insertPost(blog.db, postValues(), NOW, { cause: 'import', at: NOW });
    await events.tellPosts();
    expect(heard).toMatchObject([{ cause: 'import' }, { type: 'went-live', cause: 'import' }]);
    stopListening();
    await makePost(blog);
    await events.tellPosts();
    expect(heard).toHaveLength(2);
  });

  test('is told that anything may have changed where the events cannot be read', async () => {
    const events = await start();
    const heard: SiteEvent[] = [];
    events.listen((told) => heard.push(...told));
    blog.sqlite.exec('alter table post_events rename to elsewhere');
    await events.tellPosts();
    expect(heard).toEqual([{ type: 'site-changed', what: 'unknown' }]);
    expect(faults).toHaveLength(1);
  });
});

describe('a durable listener', () => {
  test('that is new is told nothing from before; after a restart it is told what was left', async () => {
    await makePost(blog);
    const first = listener();
    const events = await start(first.made);
    await makePost(blog);
    await events.tellPosts();
    await expect.poll(first.types).toEqual([['written', 'went-live']]);
    await events.stop();
    await makePost(blog, { published: false });
    const second = listener();
    await start(second.made);
    await expect.poll(second.types).toEqual([['written']]);
  });

  test('that fails gets the same events again, each time after a longer wait, and others meanwhile get theirs', async () => {
    const deaf = listener({ name: 'deaf' });
    deaf.ears.isDeaf = true;
    const hearing = listener({ name: 'hearing' });
    const events = await start(deaf.made, hearing.made);
    await makePost(blog, { published: false });
    await events.tellPosts();
    await expect.poll(() => waits.length).toBe(1);
    await events.tellPosts();
    waits.shift()?.run();
    await expect.poll(() => waits.map(({ milliseconds }) => milliseconds)).toEqual([2000]);
    deaf.ears.isDeaf = false;
    waits.shift()?.run();
    await expect.poll(deaf.types).toEqual([['written'], ['written'], ['written']]);
    expect(new Set(deaf.lists.flat().map(({ id }) => id)).size).toBe(1);
    expect(hearing.types()).toEqual([['written']]);
    expect(faults).toHaveLength(2);
  });

  test('that was asked to wait waits so long, an hour at the most, and never less than after any other fault', async () => {
    const asked = [120_000, 5, 7 * HOUR];
    const busy = listener({
      async handle() {
        throw new NotNow('busy', asked.shift() ?? 0);
      },
    });
    const events = await start(busy.made);
    await makePost(blog, { published: false });
    await events.tellPosts();
    for (const milliseconds of [120_000, 2000, HOUR]) {
      await expect.poll(() => waits.map((wait) => wait.milliseconds)).toEqual([milliseconds]);
      waits.shift()?.run();
    }
  });

  test('that speaks to the outside hears nothing of imports and of backups put back; another does', async () => {
    const outside = listener({ name: 'outside', isOutside: true });
    const inside = listener({ name: 'inside' });
    const events = await start(outside.made, inside.made);
    await insertPost(blog.db, postValues(), NOW, { cause: 'import', at: NOW });
    await makePost(blog, { publishedAt: new Date(NOW + HOUR).toISOString() });
    await recordDuePosts(blog.db, NOW + HOUR, 'restore');
    await events.tellPosts();
    await expect.poll(() => inside.types().flat()).toEqual(['written', 'went-live', 'written', 'went-live']);
    await expect.poll(outside.types).toEqual([['written']]);
    await makePost(blog, { published: false });
    await events.tellPosts();
    await expect.poll(outside.types).toEqual([['written'], ['written']]);
  });

  test('gets what one action has done to many posts in one list', async () => {
    // More events than are read at a time; event-log.test.ts tests what one reading takes beyond its limit.
    const posts = runsOf(600, 30);
    const ids: number[] = [];
    for (let count = 0; count < posts; count += 1) ids.push((await makePost(blog, { published: false })).id);
    const bulk = listener();
    const events = await start(bulk.made);
    await inTransaction(blog.db, async (trx) => {
      for (const id of ids) await updatePost(trx, id, { published: true }, { now: NOW + HOUR, cause: 'bulk' });
    });
    await events.tellPosts();
    await expect.poll(() => bulk.lists.map((list) => list.length)).toEqual([2 * posts]);
    expect(bulk.lists[0]?.every(({ cause }) => cause === 'bulk')).toBe(true);
  });

  test('needs a name of its own', async () => {
    await expect(start(listener().made, listener().made)).rejects.toThrow('Two listeners have one name');
  });

  test('that stops is told so, and gets the list again next time', async () => {
    let heard: AbortSignal | undefined;
    const slow = listener({
      handle: (_, signal) =>
        new Promise((_resolve, reject) => {
          heard = signal;
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    });
    const events = await start(slow.made);
    await makePost(blog, { published: false });
    await events.tellPosts();
    await expect.poll(() => heard).toBeDefined();
    await events.stop();
    expect(faults).toEqual([]);
    const next = listener();
    await start(next.made);
    await expect.poll(next.types).toEqual([['written']]);
  });
});

test('an event is forgotten when it is old and every listener there is has taken it in', async () => {
  const deaf = listener({ name: 'deaf' });
  deaf.ears.isDeaf = true;
  const events = await start(deaf.made, listener({ name: 'hearing' }).made);
  await makePost(blog, { published: false });
  await events.tellPosts();
  await expect.poll(() => waits.length).toBe(1);
  await forgetEvents(blog.db, NOW + 1);
  expect(await eventsAfter(blog.db, 0, 10)).toHaveLength(1);
  await events.stop();
  // The deaf listener is no longer part of the program.
  await start(listener({ name: 'hearing' }).made);
  await forgetEvents(blog.db, NOW);
  expect(await eventsAfter(blog.db, 0, 10)).toHaveLength(1);
  await forgetEvents(blog.db, NOW + 1);
  expect(await lastEvent(blog.db)).toBe(0);
});
