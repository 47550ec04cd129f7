import { execFile } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DatabaseRefused } from './migrate.ts';
import { migrations as ours } from './migrations/index.ts';
import type { Migration } from './migrations/migration.ts';
import { openDatabase } from './open.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-migrate-'));
  file = path.join(folder, 'ninefold.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The first schema only, so that later additions to our schema change nothing here. */
const migrations = ours.slice(0, 1);
const second: Migration = { name: '0002-tag-notes', sql: "alter table tags add column note text not null default ''" };

async function openAndClose(list: readonly Migration[] = migrations): Promise<void> {
  await openDatabase(file, { migrations: list }).close();
}

function look<T>(name: string, query: (sqlite: Database.Database) => T): T {
  const sqlite = new Database(name, { readonly: true });
  try {
    return query(sqlite);
  } finally {
    sqlite.close();
  }
}
const version = (name = file) => look(name, (sqlite) => sqlite.pragma('user_version', { simple: true }));
const tags = (name = file) => look(name, (sqlite) => sqlite.prepare('select * from tags').all());

// The files without SQLite's own side files, which reading leaves behind.
const files = () => readdirSync(folder).filter((name) => !/-(wal|shm)$/.test(name));

test('migrations are numbered in their order, without a gap', () => {
  const numbers = ours.map((migration) => migration.name.slice(0, 5));
  expect(numbers).toEqual(ours.map((_, index) => `${String(index + 1).padStart(4, '0')}-`));
});

test('a new file gets the newest schema, and no copy of nothing', async () => {
  await openAndClose();
  expect(version()).toBe(migrations.length);
  expect(files()).toEqual(['ninefold.db']);
});

test('before a database that holds something is migrated, a copy is kept beside it', async () => {
  const { db, close } = openDatabase(file, { migrations });
  await db.insertInto('tags').values({ name: 'a', slug: 'a' }).execute();
  await close();

  await openAndClose([...migrations, second]);

  expect(tags()).toEqual([{ id: 1, name: 'a', slug: 'a', note: '' }]);
  const copy = `${file}.before-0002`;
  expect(tags(copy)).toEqual([{ id: 1, name: 'a', slug: 'a' }]);
  expect(version(copy)).toBe(1);
  expect(look(copy, (sqlite) => sqlite.pragma('integrity_check', { simple: true }))).toBe('ok');
  expect(files()).toEqual(['ninefold.db', 'ninefold.db.before-0002']);
});

test('the copy is a database the older program starts with', async () => {
  await openAndClose();
  await openAndClose([...migrations, second]);
  rmSync(file);
  copyFileSync(`${file}.before-0002`, file);
  await openAndClose();
  expect(version()).toBe(migrations.length);
});

test('where there is nothing to migrate, nothing is copied', async () => {
  await openAndClose();
  await openAndClose();
  expect(files()).toEqual(['ninefold.db']);
});

test('an older program refuses a newer database, says so, and changes nothing', async () => {
  await openAndClose([...migrations, second]);
  expect(() => openDatabase(file, { migrations })).toThrow(DatabaseRefused);
  expect(() => openDatabase(file, { migrations })).toThrow('newer version of Ninefold');
  expect(version()).toBe(2);
});

test("another program's database is refused", () => {
  const sqlite = new Database(file);
  sqlite.exec('create table songs (title text)');
  sqlite.close();
  expect(() => openDatabase(file, { migrations })).toThrow('another program');
  expect(look(file, (opened) => opened.prepare('select name from sqlite_schema').pluck().all())).toEqual(['songs']);
});

test('a migration that fails half-way leaves the database as it was, and the next start tries again', async () => {
  await openAndClose();
  const failing: Migration = { name: '0002-tag-notes', sql: `${second.sql}; insert into nowhere values (1);` };
  expect(() => openDatabase(file, { migrations: [...migrations, failing] })).toThrow('nowhere');
  expect(version()).toBe(1);
  expect(look(file, (sqlite) => sqlite.prepare('select name from pragma_table_info(?)').pluck().all('tags'))).toEqual([
    'id',
    'name',
    'slug',
  ]);
  await openAndClose([...migrations, second]);
  expect(version()).toBe(2);
});

test('those before the failing one stay', async () => {
  await openAndClose();
  const third: Migration = { name: '0003-broken', sql: 'nonsense' };
  expect(() => openDatabase(file, { migrations: [...migrations, second, third] })).toThrow('nonsense');
  expect(version()).toBe(2);
});

test('a migration that leaves rows referring to nothing is rolled back', async () => {
  const { db, sqlite, close } = openDatabase(file, { migrations });
  await db.insertInto('categories').values({ name: 'c', slug: 'c', color: 'c', icon: 'c' }).execute();
  sqlite.exec("insert into authors (name, email) values ('a', 'a@example.com')");
  const at = '2025-01-01T00:00:00.000Z';
  await db
    .insertInto('blog_posts')
    .values({
      title: 't',
      slug: 's',
      excerpt: '',
      content: '',
      category_id: 1,
      author_id: 1,
      read_time: 1,
      created_at: at,
      updated_at: at,
    })
    .execute();
  await close();
  const careless: Migration = { name: '0002-careless', sql: 'delete from categories' };
  expect(() => openDatabase(file, { migrations: [...migrations, careless] })).toThrow('refer to nothing');
  expect(look(file, (sqlite) => sqlite.prepare('select count(*) from categories').pluck().get())).toBe(1);
});

test('foreign keys are on again after a migration, also after one that failed', async () => {
  await openAndClose();
  const { sqlite, close } = openDatabase(file, { migrations: [...migrations, second] });
  expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1);
  await close();
});

test('a copy that was cut short is made anew', async () => {
  await openAndClose();
  const { sqlite, close } = openDatabase(file, { migrations });
  sqlite.prepare('vacuum into ?').run(`${file}.before-0002.tmp`);
  await close();
  await openAndClose([...migrations, second]);
  expect(existsSync(`${file}.before-0002.tmp`)).toBe(false);
  expect(version(`${file}.before-0002`)).toBe(1);
});

test('processes that start at once migrate once', async () => {
  const program = `
    import { openDatabase } from ${JSON.stringify(new URL('open.ts', import.meta.url).href)};
    await openDatabase(${JSON.stringify(file)}).close();`;
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  await Promise.all([start(), start(), start()]);
  expect(version()).toBe(ours.length);
});
