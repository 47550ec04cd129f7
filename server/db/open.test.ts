import fs, { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { plainTexts, postFieldTable } from '#shared/kernel/post-field-table.ts';
import { flushed } from './flushed.ts';
import { openDatabase, openReader } from './open.ts';
import { inTransaction } from './transaction.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-db-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what is acknowledged is safe: WAL, FULL, foreign keys, a wait for other processes', async () => {
  const { sqlite, close } = openDatabase(path.join(folder, 'ninefold.db'));
  const pragma = (name: string) => sqlite.pragma(name, { simple: true });
  expect(pragma('journal_mode')).toBe('wal');
  expect(pragma('synchronous')).toBe(2);
  expect(pragma('foreign_keys')).toBe(1);
  expect(pragma('busy_timeout')).toBe(5000);
  await close();
});

test('commits can be flushed in another thread, and whoever tells of one can wait for that', async () => {
  const file = path.join(folder, 'ninefold.db');
  const faults: unknown[] = [];
  const onFlushFailed = (error: unknown) => faults.push(error);
  const { db, sqlite, close } = openDatabase(file, { onFlushFailed });
  const pragma = (name: string) => sqlite.pragma(name, { simple: true });
  expect([pragma('synchronous'), pragma('wal_autocheckpoint')]).toEqual([1, 0]);
  await db.insertInto('tags').values({ name: 'a', slug: 'a' }).execute();
  await flushed(db);
  await close();
  expect(faults).toEqual([]);
  const again = openDatabase(file, { onFlushFailed });
  expect(await again.db.selectFrom('tags').select('name').execute()).toEqual([{ name: 'a' }]);
  const fault = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  const sync = vi.spyOn(fs, 'fdatasync').mockImplementation((_file, done) => done(fault));
  onTestFinished(() => sync.mockRestore());
  await again.db.insertInto('tags').values({ name: 'b', slug: 'b' }).execute();
  await expect(flushed(again.db)).rejects.toBe(fault);
  expect(faults).toEqual([fault]);
  await again.close();
});

test('the log of a database behind a symbolic link is found', async () => {
  const [file, link] = [path.join(folder, 'elsewhere.db'), path.join(folder, 'ninefold.db')];
  await openDatabase(file).close();
  fs.symlinkSync(file, link);
  const { db, close } = openDatabase(link, { onFlushFailed: () => undefined });
  await db.insertInto('tags').values({ name: 'a', slug: 'a' }).execute();
  await flushed(db);
  await close();
});

test('inside a transaction nothing is on the disk yet', async () => {
  const { db, close } = openDatabase(':memory:', { onFlushFailed: () => undefined });
  await expect(inTransaction(db, (trx) => flushed(trx))).rejects.toThrow('not committed yet');
  await close();
});

const plainColumns = plainTexts.map((name) => postFieldTable[name].column).join(' ');

// The tables of docs/rules.md, "Tables". The columns after the bar are those that versions, search and the pipeline
// add.
const firstTables: Record<string, string> = {
  categories: 'id name slug description color icon',
  tags: 'id name slug',
  authors: 'id name email bio avatar social | slug',
  blog_posts:
    'id title slug excerpt content featured_image category_id author_id tags published featured read_time views published_at created_at updated_at' +
    ` | version html html_version deleted_at body embeds content_updated_at series_number provenance ${plainColumns}`,
  newsletter_subscribers: 'id email subscribed created_at | name source ended_at link_key',
  admin_users: 'id email password name created_at updated_at',
  sessions: 'sid sess expire',
  prompt_templates: 'id step title prompt description is_default created_at updated_at',
};

test.each(Object.entries(firstTables))('table %s has these columns and no others', async (table, columns) => {
  const { sqlite, close } = openDatabase(':memory:');
  const rows = sqlite.prepare('select name from pragma_table_info(?)').pluck().all(table);
  expect(rows.sort()).toEqual(columns.split(/ [|]? ?/).sort());
  await close();
});

test('the tables beside them are there', async () => {
  const { sqlite, close } = openDatabase(':memory:');
  const tables = sqlite.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
  expect(tables).toEqual(
    expect.arrayContaining(
      'post_tags post_revisions contact_messages images ai_calls workspace_docs workspace_updates redirects settings'.split(
        ' ',
      ),
    ),
  );
  await close();
});

test('a reader sees what was committed and cannot write', async () => {
  const file = path.join(folder, 'ninefold.db');
  const { db, close } = openDatabase(file);
  await db.insertInto('tags').values({ name: 'a', slug: 'a' }).execute();
  const reader = openReader(file);
  expect(reader.prepare('select name from tags').pluck().all()).toEqual(['a']);
  expect(() => reader.exec('delete from tags')).toThrow('readonly');
  reader.close();
  await close();
});

test('closing twice, or without a query, is no error', async () => {
  const unused = openDatabase(':memory:');
  await unused.close();
  await unused.close();
});

test('a file that is no database is refused and left alone', () => {
  expect(() => openDatabase(import.meta.filename)).toThrow('file is not a database');
});
