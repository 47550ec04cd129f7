import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#server/db/open.ts';
import { HOUR, makePost, NOW, openBlog } from '#server/repositories/blog-fixture.ts';
import { applyDue } from '#server/repositories/publication/due-rows.ts';
import { MOST_DUE, makePublicDatabase } from '#server/repositories/publication/public-database.ts';
import { createDueWatch } from './due-watch.ts';

const MINUTE = 60_000;
/** The time at which the post of this number goes live. */
const timeOf = (number: number) => NOW + HOUR + number * MINUTE;
const slugs = (from: number) => Array.from({ length: MOST_DUE }, (_, index) => `due-${from + index}`);

test('of 501 posts that are due the 500 earliest travel, and the last one does when the first has gone live', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-due-'));
  const blog = await openBlog();
  onTestFinished(async () => {
    await blog.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // The latest post is written first: the times of the posts decide which of them travel.
  for (let number = MOST_DUE; number >= 0; number -= 1)
    await makePost(blog, { slug: `due-${number}`, publishedAt: new Date(timeOf(number)).toISOString() });
  const publish = async (now: number) => {
    const [source, target] = ['copy', 'public'].map((name) => path.join(folder, `${name}-${now}.db`)) as [
      string,
      string,
    ];
    await blog.sqlite.backup(source);
    const { due } = await makePublicDatabase({ source, target, now });
    const reader = openDatabase(target);
    onTestFinished(() => reader.close());
    const live = () => reader.sqlite.prepare('select slug from blog_posts').pluck().all();
    return { due, live, reader };
  };
  const watch = createDueWatch(blog.db);

  expect(await watch.take(NOW)).toBe(MOST_DUE);
  const first = await publish(NOW);
  expect([first.due.map(({ slug }) => slug), first.live()]).toEqual([slugs(0), []]);
  // A post that has to stay behind is no reason to publish again.
  expect(await watch.isOther(NOW)).toBe(false);

  const later = timeOf(0);
  expect((await applyDue(first.reader.db, first.due, later)).map(({ slug }) => slug)).toEqual(['due-0']);
  expect(first.live()).toEqual(['due-0']);
  expect(await watch.isOther(later)).toBe(true);
  expect(await watch.take(later)).toBe(MOST_DUE);
  const second = await publish(later);
  expect([second.due.map(({ slug }) => slug), second.live()]).toEqual([slugs(1), ['due-0']]);
  expect(await watch.isOther(later)).toBe(false);
});
