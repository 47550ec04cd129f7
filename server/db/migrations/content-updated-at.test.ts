import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../open.ts';
import { contentUpdatedAt } from './0011-content-updated-at.ts';
import { migrations } from './index.ts';

test('the revisions say when readers got the text that a post has now', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-content-updated-'));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(contentUpdatedAt)) });
  before.sqlite.exec(`
    insert into categories (id, name, slug, color, icon) values (1, 'C', 'c', 'c', 'c');
    insert into authors (id, name, slug, email) values (1, 'A', 'a', 'a@example.org');
    insert into blog_posts (id, title, slug, excerpt, content, category_id, author_id, read_time, published,
      published_at, created_at, updated_at)
    select value, value, 'post-' || value, '', 'now', 1, 1, 1, 1,
      '2025-01-03T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z' from json_each('[1,2,3,4]');
    insert into post_revisions (post_id, version, created_at, title, slug, fields, excerpt, content) values
      -- Changed, and changed back on the 6th; then only filed anew.
      (1, 1, '2025-01-04T00:00:00.000Z', '', '', '{}', '', 'now'),
      (1, 2, '2025-01-05T00:00:00.000Z', '', '', '{}', '', 'then'),
      (1, 3, '2025-01-06T00:00:00.000Z', '', '', '{}', '', 'between'),
      (1, 4, '2025-01-07T00:00:00.000Z', '', '', '{}', '', 'now'),
      -- Changed as a draft.
      (2, 1, '2025-01-02T00:00:00.000Z', '', '', '{}', '', 'then'),
      -- Never another text.
      (3, 1, '2025-01-05T00:00:00.000Z', '', '', '{}', '', 'now')`);
  await before.close();

  const { sqlite, close } = openDatabase(file);
  const read = sqlite.prepare('select content_updated_at from blog_posts order by id').pluck();
  expect(read.all()).toEqual(['2025-01-06T00:00:00.000Z', null, null, null]);
  await close();
  rmSync(folder, { recursive: true });
});
