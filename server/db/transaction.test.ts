import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OpenDatabase, openDatabase } from './open.ts';
import { atomically, type Executor, inTransaction } from './transaction.ts';

let database: OpenDatabase;
let db: Executor;
beforeEach(() => {
  database = openDatabase(':memory:');
  db = database.db;
});
afterEach(() => database.close());

const add = (ex: Executor, name: string) => ex.insertInto('tags').values({ name, slug: name }).execute();
const names = async () => (await db.selectFrom('tags').select('name').orderBy('id').execute()).map((row) => row.name);

test('what is done in a transaction is there when it resolves', async () => {
  const answer = await inTransaction(db, async (trx) => {
    await add(trx, 'a');
    await add(trx, 'b');
    return 7;
  });
  expect(answer).toBe(7);
  expect(await names()).toEqual(['a', 'b']);
});

test('a throw rolls everything back and comes out as it was', async () => {
  const fault = new Error('no');
  const failing = inTransaction(db, async (trx) => {
    await add(trx, 'a');
    throw fault;
  });
  await expect(failing).rejects.toBe(fault);
  expect(await names()).toEqual([]);
});

test('a query outside the executor of its transaction fails at once and rolls back', async () => {
  const failing = inTransaction(db, async (trx) => {
    await add(trx, 'a');
    await add(db, 'b');
  });
  await expect(failing).rejects.toThrow('outside the executor');
  expect(await names()).toEqual([]);
});

test('it fails at once however deep in the calls it stands', async () => {
  const deep = async () => {
    await Promise.resolve();
    return Promise.all([names(), names()]);
  };
  await expect(inTransaction(db, deep)).rejects.toThrow('outside the executor');
});

test('a transaction inside a transaction fails at once', async () => {
  const onDatabase = inTransaction(db, () => inTransaction(db, async () => 1));
  await expect(onDatabase).rejects.toThrow('inside a transaction');
  const onExecutor = inTransaction(db, (trx) => inTransaction(trx, async () => 1));
  await expect(onExecutor).rejects.toThrow('inside a transaction');
});

test("transactions not opened by inTransaction are refused, and hold nobody's turn", async () => {
  await expect(db.transaction().execute(async () => 1)).rejects.toThrow('inTransaction alone');
  expect(await names()).toEqual([]);
});

test.each([
  ['a timer', () => wait(1)],
  ['a turn of the event loop', () => new Promise((resolve) => setImmediate(resolve))],
])('waiting for %s inside a transaction fails it', async (_, pause) => {
  const failing = inTransaction(db, async (trx) => {
    await add(trx, 'a');
    await pause();
  });
  await expect(failing).rejects.toThrow('Something other than its own executor');
  expect(await names()).toEqual([]);
});

test('others wait their turn, and see all of a transaction or nothing', async () => {
  const seen: number[] = [];
  const reader = async () => seen.push((await names()).length);
  const writer = (letter: string) =>
    inTransaction(db, async (trx) => {
      for (let number = 0; number < 5; number += 1) await add(trx, `${letter}${number}`);
    });
  await Promise.all([writer('a'), reader(), writer('b'), reader(), writer('c'), reader(), reader()]);
  expect(seen.every((count) => count % 5 === 0)).toBe(true);
  expect(await names()).toHaveLength(15);
});

test('many writers at once all get through', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  await Promise.all(
    numbers.map((number) => (number % 2 ? add(db, `t${number}`) : inTransaction(db, (trx) => add(trx, `t${number}`)))),
  );
  expect(await names()).toHaveLength(200);
});

test('work that a transaction started but did not wait for may query once it is over', async () => {
  let later: Promise<string[]> = Promise.resolve([]);
  await inTransaction(db, async (trx) => {
    await add(trx, 'a');
    later = wait(5).then(names);
  });
  expect(await later).toEqual(['a']);
});

test('a failed statement leaves the connection usable', async () => {
  await add(db, 'a');
  await expect(add(db, 'a')).rejects.toThrow('UNIQUE');
  await expect(inTransaction(db, (trx) => add(trx, 'a'))).rejects.toThrow('UNIQUE');
  await add(db, 'b');
  expect(await names()).toEqual(['a', 'b']);
});

test('atomically is one transaction of its own, or part of the one it is given', async () => {
  await atomically(db, (trx) => add(trx, 'a'));
  const failing = inTransaction(db, async (trx) => {
    await atomically(trx, (inner) => add(inner, 'b'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await names()).toEqual(['a']);
});

test('a transaction begins IMMEDIATE: the write lock is taken before anything is read', async () => {
  await inTransaction(db, async () => {
    expect(database.sqlite.inTransaction).toBe(true);
  });
  expect(database.sqlite.inTransaction).toBe(false);
});
