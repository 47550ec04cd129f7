import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { DATABASE_FILE } from '#server/paths.ts';
import { postValues } from '#server/repositories/blog-fixture.ts';
import { lastEvent } from '#server/repositories/event-log.ts';
import { nextDuePost, recordDuePosts } from '#server/repositories/posts/post-events.ts';
import { updatePost } from '#server/repositories/posts/post-writes.ts';
import { openDatabase } from '../open.ts';
import { postEvents } from './0006-post-events.ts';
import { migrations } from './index.ts';

const AGES_AGO = '2020-01-01T00:00:00.000Z';
const LONG_HENCE = '2999-01-01T00:00:00.000Z';

test('what is live already is not told again; what was live before does not go live for the first time', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-events-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, DATABASE_FILE);
  const older = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(postEvents)) });
  await older.db
    .insertInto('categories')
    .values({ name: 'Tea', slug: 'tea', color: 'category-travel', icon: 'plane' })
    .execute();
  older.sqlite.exec("insert into authors (name, email) values ('Ada', 'ada@example.com')");
  const write = (slug: string, published: 0 | 1, time: string | null, deleted: string | null = null) => {
    const { title, excerpt, content } = postValues();
    const at = { created_at: AGES_AGO, updated_at: AGES_AGO, published_at: time, deleted_at: deleted };
    const row = { slug, title, excerpt, content, category_id: 1, author_id: 1, read_time: 1, published, ...at };
    return older.db.insertInto('blog_posts').values(row).execute();
  };
  await write('live', 1, AGES_AGO);
  await write('taken-down', 0, AGES_AGO);
  await write('scheduled', 1, LONG_HENCE);
  await write('in-the-bin', 1, LONG_HENCE, AGES_AGO);
  await write('draft', 0, null);
  await older.close();

  const { db, close } = openDatabase(file);
  onTestFinished(close);
  expect(await recordDuePosts(db, Date.now())).toBe(0);
  expect(await nextDuePost(db)).toBe(LONG_HENCE);
  for (const id of [1, 2, 5]) await updatePost(db, id, { published: true }, { now: Date.now() });
  expect(await recordDuePosts(db, Date.parse(LONG_HENCE))).toBe(1);
  const events = await db.selectFrom('post_events').select(['type', 'slug', 'is_first']).orderBy('seq').execute();
  expect(await lastEvent(db)).toBe(events.length);
  expect(events.filter(({ type }) => type === 'went-live')).toEqual([
    { type: 'went-live', slug: 'taken-down', is_first: 0 },
    { type: 'went-live', slug: 'draft', is_first: 1 },
    { type: 'went-live', slug: 'scheduled', is_first: 1 },
  ]);
});
