import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LOG_PAGES, type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import { moveLog, watchLog } from './checkpoints.ts';

let folder: string;
let database: OpenDatabase;
let thread: WorkerClient<null, void>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-log-'));
  const file = path.join(folder, 'ninefold.db');
  database = openDatabase(file, { onFlushFailed: () => undefined });
  await sql`create table filler (bytes blob)`.execute(database.db);
  thread = createWorkerClient({
    name: 'checkpoints',
    workerData: { file },
    timeoutMs: 60_000,
    timeoutCode: 'overloaded',
    maxQueue: 1,
  });
});
afterEach(async () => {
  await thread.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const checkpoint = () => thread.ask(null);
const log = () => (database.sqlite.pragma('wal_checkpoint(noop)') as [{ log: number; checkpointed: number }])[0];
const write = (pages: number) =>
  sql`insert into filler values (randomblob(${pages * 4096}))`.execute(database.db).then(() => undefined);

test('a short log is left alone, and no thread is started for it', async () => {
  await write(100);
  const ask = vi.fn(checkpoint);
  await moveLog({ database, checkpoint: ask });
  expect(ask).not.toHaveBeenCalled();
  expect(log().checkpointed).toBe(0);
});

test('a long log is moved into the database, and the next commit begins it anew', async () => {
  await write(LOG_PAGES);
  await moveLog({ database, checkpoint });
  expect(log().checkpointed).toBe(log().log);
  await write(1);
  expect(log().log).toBeLessThan(100);
});

test('so it is while writes go on: those during the first pass are moved with the connection held', async () => {
  await write(LOG_PAGES);
  let passes = 0;
  let written = 0;
  const writeOn = () => write(1).then(() => written++);
  await moveLog({
    database,
    async checkpoint() {
      passes += 1;
      const during = writeOn();
      // In the first pass the write goes through; in the second it waits for the connection.
      if (passes === 1) await during;
      await checkpoint();
      if (passes === 1) await writeOn();
      expect(written).toBe(2);
    },
  });
  expect(passes).toBe(2);
  await vi.waitFor(() => expect(written).toBe(3));
  expect(log().log).toBeLessThan(100);
});

test('it is looked after every second; of failures in a row the first is told, and the move is tried again', async () => {
  const faults: unknown[] = [];
  const fault = new Error('disk I/O error');
  let failures = 2;
  await write(LOG_PAGES);
  const stop = watchLog({
    database,
    checkpoint: () => (failures-- > 0 ? Promise.reject(fault) : checkpoint()),
    onError: (error) => faults.push(error),
  });
  await vi.waitFor(() => expect(log().checkpointed).toBe(log().log), { timeout: 20_000, interval: 100 });
  await stop();
  expect(faults).toEqual([fault]);
});
