import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#shared/kernel/clock.ts';
import { DISK_FULL, diskProblem, NOT_WRITABLE } from './copy-problems.ts';
import { openCopyDatabase } from './open-copy-database.ts';

const log = { file: '', info() {}, warn() {}, error() {} };

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-copy-problems-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Returns the error that SQLite throws. */
function thrown(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return error;
  }
}

test('a database that has no room left says that the disk is full', () => {
  const sqlite = new Database(path.join(newFolder(), 'one.sqlite'));
  onTestFinished(() => void sqlite.close());
  sqlite.pragma('max_page_count = 8');
  const error = thrown(() => sqlite.exec('create table t (b); insert into t values (zeroblob(100000))'));
  expect(diskProblem(error)).toBe(DISK_FULL);
});

test('one that may only be read says that its folder cannot be written to', () => {
  const file = path.join(newFolder(), 'one.sqlite');
  new Database(file).close();
  const sqlite = new Database(file, { readonly: true });
  onTestFinished(() => void sqlite.close());
  expect(diskProblem(thrown(() => sqlite.exec('create table t (a)')))).toBe(NOT_WRITABLE);
  for (const code of ['EROFS', 'EACCES', 'EPERM']) {
    expect([code, diskProblem(Object.assign(new Error(code), { code }))]).toEqual([code, NOT_WRITABLE]);
  }
});

test('what is no disk’s fault is none', () => {
  for (const error of [new Error('no network'), null, 'EROFS']) expect(diskProblem(error)).toBeNull();
});

test('where no folder can be made the app starts without a copy, and says why; what stands there stays', () => {
  const place = path.join(newFolder(), 'copies');
  writeFileSync(place, 'no folder');
  const { sqlite, problem } = openCopyDatabase(path.join(place, 'one.sqlite'), systemClock, log);
  onTestFinished(() => void sqlite.close());
  expect(problem).toBe(NOT_WRITABLE);
  expect(sqlite.memory).toBe(true);
});

test('where one can be made there is no word of it', () => {
  const { sqlite, problem } = openCopyDatabase(path.join(newFolder(), 'copies', 'one.sqlite'), systemClock, log);
  onTestFinished(() => void sqlite.close());
  expect([problem, sqlite.memory]).toEqual([null, false]);
});
