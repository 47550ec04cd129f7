import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../open.ts';
import { authorSlugs } from './0010-author-slugs.ts';
import { migrations } from './index.ts';

test('earlier authors get slugs of their own, keep their posts, and no id is given twice', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-authors-'));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(authorSlugs)) });
  before.sqlite.exec(`
    insert into authors (id, name, email, bio) values
      (1, 'Ada', 'ada@example.com', 'b'), (2, 'Ada 2', 'b@example.com', null), (3, 'ADA', 'c@example.com', null),
      (4, '🎉', 'd@example.com', null), (5, 'עדה', 'e@example.com', null), (9, 'Gone', 'f@example.com', null);
    delete from authors where id = 9;
    insert into categories (id, name, slug, color, icon) values (1, 'C', 'c', 'c', 'c');
    insert into blog_posts (title, slug, excerpt, content, category_id, author_id, read_time, created_at, updated_at)
      values ('T', 't', '', '', 1, 3, 1, '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`);
  await before.close();

  const { sqlite, close } = openDatabase(file);
  expect(sqlite.prepare('select id, name, slug, email, bio from authors order by id').raw().all()).toEqual([
    [1, 'Ada', 'ada', 'ada@example.com', 'b'],
    [2, 'Ada 2', 'ada-2', 'b@example.com', null],
    [3, 'ADA', 'ada-3', 'c@example.com', null],
    [4, '🎉', 'author-2', 'd@example.com', null],
    [5, 'עדה', 'author-3', 'e@example.com', null],
  ]);
  expect(sqlite.prepare('select author_id from blog_posts').pluck().all()).toEqual([3]);
  expect(() => sqlite.exec('delete from authors where id = 3')).toThrow('FOREIGN KEY');
  sqlite.exec("insert into authors (name, slug, email) values ('New', 'new', 'g@example.com')");
  expect(sqlite.prepare('select max(id) from authors').pluck().get()).toBe(10);
  await close();
  rmSync(folder, { recursive: true });
});
