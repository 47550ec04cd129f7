import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskReserve } from './disk-reserve.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-reserve-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => path.join(folder, 'reserve');
const full = Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });

test('a deletion the disk is too full for gets the reserve, and a new one is kept afterwards', async () => {
  const reserve = createDiskReserve(folder);
  const found: boolean[] = [];
  const answer = await reserve.forDeletion(async () => {
    found.push(existsSync(file()));
    if (found.length === 1) throw full;
    return 'deleted';
  });
  expect(answer).toBe('deleted');
  expect(found).toEqual([true, false]);
  await reserve.settled();
  expect(statSync(file()).size).toBe(1024 * 1024);
});

test('what fails for another reason, or again, fails', async () => {
  const reserve = createDiskReserve(folder);
  let times = 0;
  const failing = (error: Error) => () => {
    times += 1;
    return Promise.reject(error);
  };
  await expect(reserve.forDeletion(failing(new Error('locked')))).rejects.toThrow('locked');
  expect(times).toBe(1);
  await expect(reserve.forDeletion(failing(full))).rejects.toThrow(full);
  expect(times).toBe(3);
  await reserve.settled();
});

test('without room there is no reserve, and no part of one', async () => {
  rmSync(folder, { recursive: true });
  const reserve = createDiskReserve(folder);
  await reserve.settled();
  expect(existsSync(file())).toBe(false);
  expect(await reserve.forDeletion(() => Promise.resolve('deleted'))).toBe('deleted');
  await reserve.settled();
});
