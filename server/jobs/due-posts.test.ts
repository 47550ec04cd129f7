import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { DATABASE_FILE } from '../paths.ts';
import { DAY, HOUR, makePost, NOW, openBlog } from '../repositories/blog-fixture.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { writePost } from '../test-posts.ts';
import { watchDuePosts } from './due-posts.ts';
import type { WatchDue } from './watch-due.ts';

const MINUTE = 60_000;

describe('the timer', () => {
  let database: OpenDatabase;
  let due: WatchDue;
  /** The times at which posts became due, in milliseconds after NOW. */
  let seen: number[];
  let faults: unknown[];
  beforeEach(async () => {
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    database = await openBlog();
    seen = [];
    faults = [];
    due = watchDuePosts({
      db: database.db,
      clock: { now: () => Date.now() },
      onDue: () => seen.push(Date.now() - NOW),
      onError: (error) => faults.push(error),
    });
  });
  afterEach(async () => {
    due.stop();
    vi.useRealTimers();
    await database.close();
  });
  const schedule = (...inMs: number[]) =>
    Promise.all(inMs.map((ms) => makePost(database, { publishedAt: new Date(NOW + ms).toISOString() })));

  test('rings at the time of each scheduled post, in their order', async () => {
    await schedule(3 * HOUR, MINUTE, 90 * MINUTE);
    await due.refresh();
    await vi.advanceTimersByTimeAsync(4 * HOUR);
    expect(seen).toEqual([MINUTE, 90 * MINUTE, 3 * HOUR]);
  });

  test('rings for a post that is further away than a timer counts', async () => {
    await schedule(40 * DAY);
    await due.refresh();
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(seen).toEqual([]);
    vi.setSystemTime(NOW + 40 * DAY - MINUTE);
    await vi.advanceTimersByTimeAsync(MINUTE - 1);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(seen).toEqual([40 * DAY]);
  });

  test('rings for a post that is scheduled before the one it waits for', async () => {
    await schedule(2 * HOUR);
    await due.refresh();
    await schedule(MINUTE);
    await due.refresh();
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(seen).toEqual([MINUTE]);
  });

  test('rings not at all when nothing is scheduled, or it was stopped', async () => {
    await due.refresh();
    await schedule(MINUTE);
    await due.refresh();
    due.stop();
    await vi.advanceTimersByTimeAsync(DAY);
    expect(seen).toEqual([]);
  });

  test('does not miss a post whose time was jumped over: the machine slept, or its clock was set', async () => {
    await schedule(5 * HOUR);
    await due.refresh();
    await vi.advanceTimersByTimeAsync(MINUTE);
    vi.setSystemTime(NOW + 9 * HOUR);
    await vi.advanceTimersByTimeAsync(HOUR);
    expect(seen).toHaveLength(1);
  });

  test('says that it could not be recorded, once a minute, until it can', async () => {
    await schedule(MINUTE);
    await due.refresh();
    database.sqlite.pragma('query_only = on');
    await vi.advanceTimersByTimeAsync(3 * MINUTE);
    expect(seen).toEqual([]);
    expect(faults).toHaveLength(3);
    database.sqlite.pragma('query_only = off');
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(seen).toEqual([4 * MINUTE]);
    expect(faults).toHaveLength(3);
  });
});

describe('a scheduled post', () => {
  // Half a second, because the timer is a real one here.
  const SOON = 500;
  const soon = { slug: 'soon', title: 'Very soon', publishedAt: new Date(NOW + SOON).toISOString() };
  const everywhere = ['/', '/rss.xml', '/sitemap.xml', '/post/soon', '/api/posts'];
  const shown = async ({ http }: TestApp) => {
    const answers = await Promise.all(everywhere.map((url) => http.inject(url)));
    return everywhere.filter(
      (_, index) => /Very soon|\/post\/soon/.test(answers[index]?.body ?? '') && answers[index]?.statusCode === 200,
    );
  };

  test('appears by itself on every page when its time comes, not before', async () => {
    const app = await createTestApp({ posts: [{}, soon] });
    app.clock.advance(SOON - 1);
    expect(await shown(app)).toEqual([]);
    app.clock.advance(1);
    await expect.poll(() => shown(app)).toEqual(everywhere);
    await app.close();
  });

  test('appears also when the server was started anew in between', async () => {
    const first = await createTestApp({ posts: [soon] });
    await first.close({ keepFolder: true });
    const second = await createTestApp({ folder: first.folder, now: NOW + SOON / 2 });
    expect(await shown(second)).toEqual([]);
    second.clock.advance(SOON / 2);
    await expect.poll(() => shown(second)).toEqual(everywhere);
    await second.close();
  });

  test('appears also when another process has written it', async () => {
    const app = await createTestApp();
    await app.http.inject('/');
    const other = openDatabase(`${app.folder}/${DATABASE_FILE}`);
    await writePost(other, soon, NOW);
    await other.close();
    await expect.poll(() => app.cache.find('/')).toBeUndefined();
    await app.http.inject('/');
    app.clock.advance(SOON);
    await expect.poll(() => shown(app)).toEqual(everywhere);
    await app.close();
  });

  test('whose time came while the server was down is there when it starts', async () => {
    const first = await createTestApp({ posts: [soon] });
    await first.close({ keepFolder: true });
    const second = await createTestApp({ folder: first.folder, now: NOW + DAY });
    expect(await shown(second)).toEqual(everywhere);
    await second.close();
  });
});
