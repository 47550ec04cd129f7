import { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { oneConnectionDialect } from './dialect.ts';
import { type OpenDatabase, openDatabase } from './open.ts';
import type { Schema } from './schema.ts';
import { type Executor, inTransaction } from './transaction.ts';

let database: OpenDatabase;
let db: Kysely<Schema>;
/** What was stored at each commit that was reported. */
let commits: string[];
beforeEach(() => {
  database = openDatabase(':memory:');
  commits = [];
  const { sqlite } = database;
  const stored = sqlite.prepare('select group_concat(name) from tags').pluck();
  const onCommit = () => commits.push(`${sqlite.inTransaction ? 'not committed: ' : ''}${stored.get()}`);
  db = new Kysely<Schema>({ dialect: oneConnectionDialect(sqlite, onCommit) });
});
afterEach(() => database.close());

const insert = (ex: Executor, name: string) => ex.insertInto('tags').values({ name, slug: name });

test('each commit is reported once, after it', async () => {
  await insert(db, 'a').execute();
  await insert(db, 'b').returning('id').executeTakeFirst();
  await inTransaction(db, async (trx) => {
    await insert(trx, 'c').execute();
    await insert(trx, 'd').execute();
  });
  expect(commits).toEqual(['a', 'a,b', 'a,b,c,d']);
});

test('a query that writes nothing, and a transaction that is rolled back, report no commit', async () => {
  await db.selectFrom('tags').selectAll().execute();
  const fault = new Error('no');
  const failing = inTransaction(db, async (trx) => {
    await insert(trx, 'a').execute();
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  await expect(
    insert(db, 'b')
      .values({ id: 'no number' } as never)
      .execute(),
  ).rejects.toThrow();
  expect(commits).toEqual([]);
});
