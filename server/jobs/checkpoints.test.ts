import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase, openReader } from '#server/db/open.ts';
import { createWorkerClient, type WorkerClient } from '#server/workers/worker-client.ts';
import { LOG_PAGES, lengthOfLog, moveLog, watchLog } from './checkpoints.ts';

let folder: string;
let file: string;
let database: OpenDatabase;
let thread: WorkerClient<null, void>;
let failedFlushes: unknown[];
let readers: Database[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-log-'));
  file = path.join(folder, 'ninefold.db');
  failedFlushes = [];
  readers = [];
  database = openDatabase(file, { onFlushFailed: (error) => failedFlushes.push(error) });
  await sql`create table filler (bytes blob)`.execute(database.db);
  thread = createWorkerClient({
    name: 'checkpoints',
    workerData: { file },
    timeoutMs: 300_000,
    timeoutCode: 'overloaded',
    maxQueue: 1,
  });
});
afterEach(async () => {
  for (const reader of readers) reader.close();
  await thread.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

const checkpoint = () => thread.ask(null);
const onError = (error: unknown) => expect.unreachable(String(error));
const log = () => lengthOfLog(database.sqlite);
const isMoved = () => log().checkpointed === log().log;
const write = async (pages: number) => {
  await sql`insert into filler values (randomblob(${pages * 4096}))`.execute(database.db);
};

/** Another connection that goes on seeing the database as it is now. */
function readOn() {
  const reader = openReader(file);
  readers.push(reader);
  reader.exec('begin');
  reader.prepare('select count(*) from filler').get();
  return reader;
}

test('a log that is not long yet is left alone, and no thread is started for it', async () => {
  await write(LOG_PAGES - 500);
  const ask = vi.fn(checkpoint);
  await moveLog({ database, checkpoint: ask });
  expect(ask).not.toHaveBeenCalled();
  expect(log().checkpointed).toBe(0);
});

test('a long log is moved into the database, and the next commit begins it anew', async () => {
  await write(LOG_PAGES);
  const ask = vi.fn(checkpoint);
  await moveLog({ database, checkpoint: ask });
  expect(ask).toHaveBeenCalledTimes(1);
  expect(isMoved()).toBe(true);
  await write(1);
  expect(log().log).toBeLessThan(100);
});

test('as long as the end is not reached, the next pass tries; in the last one every query waits', async () => {
  await write(LOG_PAGES);
  const reader = readOn();
  await write(10);
  let passes = 0;
  let written = 0;
  const during: Promise<unknown>[] = [];
  await moveLog({
    database,
    async checkpoint() {
      passes += 1;
      const writing = write(1).then(() => written++);
      during.push(writing);
      if (passes < 5) await writing;
      else reader.exec('commit');
      await checkpoint();
      expect(written).toBe(Math.min(passes, 4));
    },
  });
  expect(passes).toBe(5);
  await Promise.all(during);
  // The fifth write came after the move, and began the log anew.
  expect(log().log).toBeLessThan(100);
});

test('what a reader holds back is moved when the reader has ended; that very much waits is told', async () => {
  await write(LOG_PAGES);
  const reader = readOn();
  await write(100);
  await moveLog({ database, checkpoint });
  expect(isMoved()).toBe(false);
  await write(4 * LOG_PAGES);
  await expect(moveLog({ database, checkpoint })).rejects.toThrow('Somebody reads an old state');
  reader.exec('commit');
  await moveLog({ database, checkpoint });
  expect(isMoved()).toBe(true);
});

test('after a stop no other pass begins', async () => {
  await write(LOG_PAGES);
  const pass = Promise.withResolvers<void>();
  const ask = vi.fn(() => pass.promise);
  const stop = watchLog({ database, checkpoint: ask, onError });
  await vi.waitFor(() => expect(ask).toHaveBeenCalled());
  stop();
  pass.resolve();
  // The pass is over, and what would follow has had its turn.
  for (let turns = 0; turns < 10; turns += 1) await turn();
  expect(ask).toHaveBeenCalledTimes(1);
});

test('it is looked every second', async () => {
  const stop = watchLog({ database, checkpoint, onError });
  await write(LOG_PAGES);
  await vi.waitFor(() => expect(isMoved()).toBe(true), { timeout: 60_000, interval: 100 });
  stop();
});

test('a failure is told, and the move tried again; nothing is told of a move that is ended by the stop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await write(LOG_PAGES);
  const faults: unknown[] = [];
  const answers = [new Error('database or disk is full'), new Error('the thread has ended')];
  const ask = vi.fn(() => Promise.reject(answers.shift() ?? new Error('closed')));
  const stop = watchLog({ database, checkpoint: ask, onError: (error) => faults.push(error) });
  await vi.waitFor(() => expect(faults).toHaveLength(1));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(faults.map(String)).toEqual(expect.arrayContaining(['Error: the thread has ended']));
  const told = faults.length;
  expect(told).toBeLessThanOrEqual(3);
  const lastPass = Promise.withResolvers<never>();
  ask.mockImplementation(() => lastPass.promise);
  const asked = ask.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(ask.mock.calls.length).toBeGreaterThan(asked));
  stop();
  lastPass.reject(new Error('The server is stopping'));
  await vi.advanceTimersByTimeAsync(120_000);
  expect(faults).toHaveLength(told);
  expect(failedFlushes).toEqual([]);
});

test('when the database could not be flushed the process is to end', async () => {
  const fault = Object.assign(new Error('checkpoints worker: disk I/O error'), { code: 'SQLITE_IOERR_FSYNC' });
  await write(LOG_PAGES);
  const stop = watchLog({
    database,
    checkpoint: () => Promise.reject(fault),
    onError: () => undefined,
  });
  await vi.waitFor(() => expect(failedFlushes).toEqual([fault]), { timeout: 60_000 });
  stop();
});
