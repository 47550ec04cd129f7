import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findEntry, listEntries } from '#server/repositories/history/history.ts';
import { openDatabase } from '../open.ts';
import { history } from './0018-history.ts';
import { migrations } from './index.ts';

const DAY = 24 * 60 * 60 * 1000;

test('what lies in a bin, and what was saved over in the last 30 days, is in History from the start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-history-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'ninefold.db');
  const before = openDatabase(file, { migrations: migrations.slice(0, migrations.indexOf(history)) });
  const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString();
  before.sqlite.exec(`
    insert into categories (id, name, slug, color, icon) values (1, 'C', 'c', 'c', 'c');
    insert into authors (id, name, slug, email) values (1, 'A', 'a', 'a@example.org');
    insert into blog_posts (id, title, slug, excerpt, content, category_id, author_id, read_time, created_at, updated_at, deleted_at)
    values (1, 'There', 'there', 'E', 'C', 1, 1, 1, '${daysAgo(90)}', '${daysAgo(1)}', null),
      (2, 'Binned', 'binned', 'E', 'C', 1, 1, 1, '${daysAgo(90)}', '${daysAgo(1)}', '${daysAgo(3)}');
    insert into post_revisions (id, post_id, version, created_at, title, slug, fields, excerpt, content)
    values (5, 1, 1, '${daysAgo(40)}', 'Long ago', 'there', '{}', 'E', 'C'), (6, 1, 2, '${daysAgo(2)}', 'Then', 'there', '{}', 'E', 'C');
    insert into images (filename, original_filename, share_filename, width, height, size, name, created_at, deleted_at)
    values ('a.jpg', 'o', 's', 1, 1, 1, 'Dusk.jpg', '${daysAgo(50)}', '${daysAgo(4)}')`);
  await before.close();

  const { db, close } = openDatabase(file);
  onTestFinished(close);
  const { items } = await listEntries(db, Date.now() - 30 * DAY, {});
  expect(items.map(({ kind, action, name, origin }) => [kind, action, name, origin.kind])).toEqual([
    ['post', 'replaced', 'Then', 'unknown'],
    ['post', 'deleted', 'Binned', 'unknown'],
    ['picture', 'deleted', 'Dusk.jpg', 'unknown'],
  ]);
  const [replaced] = items;
  expect(await findEntry(db, replaced?.id ?? 0, 0)).toMatchObject({ subject: '1', ref: '6' });
});
