import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { DAY, HOUR, makePost, NOW, openBlog, openEmpty } from '../blog-fixture.ts';
import { setSetting } from '../settings.ts';
import { applyDue } from './due-rows.ts';
import { makePublicDatabase } from './public-database.ts';
import { MADE_ANEW, PRIVATE_COLUMNS, PRIVATE_TABLES, publicTables } from './public-tables.ts';

let folder: string;
let blog: OpenDatabase;
/** The database file of a blog as each test finds it, migrated once. */
let fresh: Buffer;
beforeAll(async () => {
  const { sqlite, close } = await openBlog();
  fresh = sqlite.serialize();
  await close();
});
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-public-'));
  const file = path.join(folder, 'writer.db');
  writeFileSync(file, fresh);
  blog = openDatabase(file);
  blog.sqlite.pragma('synchronous = off');
  onTestFinished(async () => {
    await blog.close();
    rmSync(folder, { recursive: true, force: true });
  });
});

let made = 0;
async function publish(now = NOW) {
  made += 1;
  const target = path.join(folder, `public-${made}.db`);
  const source = path.join(folder, 'copy.db');
  rmSync(source, { force: true });
  await blog.sqlite.backup(source);
  const { due } = await makePublicDatabase({ source, target, now });
  return { due, target };
}
/** Publishes a database and opens it as a reader instance does. */
async function published(now = NOW) {
  const { due, target } = await publish(now);
  const reader = openDatabase(target);
  onTestFinished(() => reader.close());
  const titles = () => reader.sqlite.prepare('select title from blog_posts order by id').pluck().all();
  const found = (word: string) =>
    reader.sqlite.prepare('select rowid from post_search where post_search match ?').pluck().all(word);
  return { ...reader, due, titles, found };
}
/** A time in the form that posts store. */
const at = (milliseconds: number) => new Date(milliseconds).toISOString();

function tablesOf({ sqlite }: OpenDatabase): string[] {
  const names = sqlite.prepare("select name from sqlite_schema where type = 'table' order by name").pluck().all();
  return (names as string[]).filter(
    (name) => !name.startsWith('sqlite_') && !MADE_ANEW.some((index) => name.startsWith(`${index}_`)),
  );
}
interface Column {
  name: string;
  type: string;
  pk: number;
}
const columnsOf = ({ sqlite }: OpenDatabase, table: string) => sqlite.pragma(`table_info(${table})`) as Column[];

describe('what is public', () => {
  const empty = openEmpty();

  test('is said of every table of the schema, once', () => {
    const said = [...publicTables.keys(), ...MADE_ANEW, ...PRIVATE_TABLES];
    expect(said.toSorted()).toEqual(tablesOf(empty));
  });

  test('is said of every column of these tables', () => {
    for (const [table, { columns }] of publicTables) {
      const said = [...Object.keys(columns), ...(PRIVATE_COLUMNS[table] ?? [])];
      const there = columnsOf(empty, table).map(({ name }) => name);
      expect([table, said.toSorted()]).toEqual([table, there.toSorted()]);
    }
  });
});

test('live posts are published with what they need, and drafts, what is due and the bin are not', async () => {
  const live = await makePost(blog, { title: 'Live', tags: ['tea'] });
  await makePost(blog, { title: 'Draft', published: false, tags: ['secret'] });
  await makePost(blog, { title: 'Due', publishedAt: at(NOW + HOUR), tags: ['later'] });
  const binned = await makePost(blog, { title: 'Binned' });
  blog.sqlite.prepare('update blog_posts set deleted_at = ? where id = ?').run(at(NOW), binned.id);
  const reader = await published();
  expect(reader.titles()).toEqual(['Live']);
  expect(reader.sqlite.prepare('select name from tags').pluck().all()).toEqual(['tea']);
  expect(reader.sqlite.prepare('select tag_id from post_tags where post_id = ?').all(live.id)).toHaveLength(1);
  expect(reader.sqlite.prepare('select count(*) from categories').pluck().get()).toBe(2);
  expect([reader.found('live'), reader.found('draft'), reader.found('due')]).toEqual([[live.id], [], []]);
});

test('the search forgives errors by the words of public posts alone', async () => {
  await makePost(blog, { title: 'Espaliers and Dvořák' });
  await makePost(blog, { title: 'Confidential', published: false });
  const { sqlite } = await published();
  // Compares the search index with the posts it was made from.
  sqlite.exec("insert into post_search (post_search, rank) values ('integrity-check', 1)");
  const words = sqlite.prepare('select word from search_words').pluck().all();
  expect(words).toEqual(expect.arrayContaining(['espaliers', 'dvorak']));
  expect(words).not.toContain('confidential');
});

test('no byte of what is private is in the file', async () => {
  const MARK = 'zqxjprivatekvw';
  const live = await makePost(blog, { title: 'Live' });
  const draft = await makePost(blog, { title: MARK, content: MARK, excerpt: MARK, published: false, tags: [MARK] });
  await makePost(blog, { title: `${MARK} due`, slug: MARK, publishedAt: at(NOW + HOUR) });
  await setSetting(blog.db, 'site', { siteName: 'Tea' }, NOW);
  await setSetting(blog.db, MARK, MARK, NOW);
  const filled = writeEverywhere(blog, MARK, { live: live.id, draft: draft.id });
  expect(filled).toBeGreaterThan(100);
  expect(readFileSync(path.join(folder, 'writer.db')).includes(MARK)).toBe(true);
  const { target } = await publish();
  const bytes = readFileSync(target);
  expect(bytes.includes('Live')).toBe(true);
  expect(bytes.toString('latin1').toLowerCase().includes(MARK)).toBe(false);
});

/**
 * Writes a mark into every text and blob column of every private table, and into the private columns of the public
 * tables. Returns how many. The values that a column may hold do not matter here.
 */
function writeEverywhere({ sqlite }: OpenDatabase, mark: string, ids: { live: number; draft: number }): number {
  sqlite.pragma('foreign_keys = off');
  sqlite.pragma('ignore_check_constraints = on');
  let count = 0;
  for (const table of PRIVATE_TABLES) {
    const columns = columnsOf({ sqlite } as OpenDatabase, table);
    const texts = columns.filter(({ type }) => type === 'TEXT' || type === 'BLOB');
    const values = columns.map(({ name, type }) => {
      if (name === 'post_id') return ids.draft;
      if (type === 'TEXT') return mark;
      return type === 'BLOB' ? Buffer.from(mark) : 1_000_001;
    });
    const names = columns.map(({ name }) => name);
    sqlite.prepare(`insert or replace into ${table} (${names}) values (${names.map(() => '?')})`).run(...values);
    count += texts.length;
  }
  for (const [table, columns] of Object.entries(PRIVATE_COLUMNS)) {
    for (const name of columns.filter((each) => each !== 'deleted_at' && each !== 'import_id')) {
      sqlite.prepare(`update ${table} set ${name} = ?`).run(mark);
      count += 1;
    }
  }
  sqlite.prepare('update authors set email = ?').run(`${mark}@example.com`);
  sqlite.prepare("insert into redirects values (?, ?, '2025-01-01T00:00:00.000Z')").run(mark, ids.draft);
  sqlite.pragma('wal_checkpoint(truncate)');
  return count + 2;
}

test('private tables are there, and empty', async () => {
  await makePost(blog);
  const reader = await published();
  const full = PRIVATE_TABLES.filter((table) => reader.sqlite.prepare(`select 1 from ${table} limit 1`).get());
  expect(full).toEqual([]);
  expect(tablesOf(reader)).toEqual(tablesOf(blog));
});

test('which models wrote is not told, and how much of it only where readers are told', async () => {
  const { id } = await makePost(blog);
  const kept = {
    sources: [{ model: 'gpt', run: 'r', step: 's', promptVersion: 3, help: null, at: null }],
    ranges: [[0, 4, 0]],
  };
  blog.sqlite.prepare('update blog_posts set provenance = ? where id = ?').run(JSON.stringify(kept), id);
  const told = async () =>
    String((await published()).sqlite.prepare('select provenance from blog_posts').pluck().get());
  expect(await told()).toBe('null');
  await setSetting(blog.db, 'site', { modelNote: 'show' }, NOW);
  expect(JSON.parse(await told())).toMatchObject({ sources: [{ model: null, run: null }], ranges: [[0, 4, 0]] });
});

describe('posts that are due within a day', () => {
  test('come beside the database, the earliest first, and go live in it at their minute', async () => {
    await makePost(blog, { title: 'Live', slug: 'live' });
    await makePost(blog, { title: 'Second', slug: 'second', publishedAt: at(NOW + 2 * HOUR), tags: ['late'] });
    await makePost(blog, { title: 'First', slug: 'first', publishedAt: at(NOW + HOUR), content: 'Bergamot' });
    await makePost(blog, { title: 'Too late', publishedAt: at(NOW + DAY + 1) });
    const reader = await published();
    expect(reader.due.map(({ slug }) => slug)).toEqual(['first', 'second']);
    expect(await applyDue(reader.db, reader.due, NOW)).toEqual([]);
    expect((await applyDue(reader.db, reader.due, NOW + HOUR)).map(({ slug }) => slug)).toEqual(['first']);
    expect(reader.titles()).toEqual(['Live', 'First']);
    expect(reader.found('bergamot')).toHaveLength(1);
    expect((await applyDue(reader.db, reader.due, NOW + 3 * HOUR)).map(({ slug }) => slug)).toEqual(['second']);
    expect(reader.sqlite.prepare('select name from tags').pluck().all()).toEqual(['late']);
    expect(await applyDue(reader.db, reader.due, NOW + DAY)).toEqual([]);
  });

  test('that are in a newer database already are left as they are there', async () => {
    const { id } = await makePost(blog, { title: 'Due', publishedAt: at(NOW + HOUR) });
    const { due } = await publish();
    blog.sqlite.prepare('update blog_posts set title = ? where id = ?').run('Newer', id);
    const reader = await published(NOW + HOUR);
    expect(await applyDue(reader.db, due, NOW + DAY)).toEqual([]);
    expect(reader.titles()).toEqual(['Newer']);
  });

  test('one that is due later stays with the writer', async () => {
    await makePost(blog, { publishedAt: at(NOW + DAY + HOUR) });
    const { due } = await publish();
    expect(due).toEqual([]);
  });
});

test('a database of another version of the program is not published', async () => {
  blog.sqlite.pragma('user_version = 1');
  await expect(publish()).rejects.toThrow('not of this version');
});
