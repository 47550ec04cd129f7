import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NOW } from '#server/repositories/blog-fixture.ts';
import { createSearch } from '#server/repositories/search/search-index.ts';
import { openDatabase } from '../open.ts';
import { subtitle } from './0007-subtitle.ts';
import { migrations } from './index.ts';

test('earlier posts have no subtitle and are found as they were, and by the one they get', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-subtitle-'));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(subtitle)) });
  before.sqlite.exec(`
    insert into categories (id, name, slug, color, icon) values (1, 'C', 'c', 'c', 'c');
    insert into authors (id, name, email) values (1, 'A', 'a@example.org');
    insert into blog_posts (title, slug, excerpt, content, body, category_id, author_id, read_time, published,
      published_at, created_at, updated_at)
    values ('Kettles', 'kettles', 'On steam', 'Water boils', 'Water boils', 1, 1, 1, 1,
      '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z', '2025-01-01T00:00:00.000Z')`);
  await before.close();

  const { sqlite, close } = openDatabase(file);
  const search = createSearch(sqlite);
  const found = (query: string) => search({ query, now: NOW, limit: 5, offset: 0 }).hits;
  expect(sqlite.prepare('select subtitle from blog_posts').pluck().all()).toEqual([null]);
  for (const word of ['kettles', 'steam', 'boils']) expect(found(word), word).toHaveLength(1);
  expect(found('boils')[0]?.snippet).toContain('<mark>boils</mark>');
  expect(found('steam')[0]?.snippet).toContain('<mark>steam</mark>');
  sqlite.exec("update blog_posts set subtitle = 'A whistle'");
  expect(found('whistle')).toHaveLength(1);
  sqlite.exec("update blog_posts set subtitle = null, title = 'Pots'");
  expect([found('whistle'), found('kettles')]).toEqual([[], []]);
  sqlite.exec('delete from blog_posts');
  sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
  await close();
  rmSync(folder, { recursive: true });
});
