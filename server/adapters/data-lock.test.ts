import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DataFolderBusyError, keepPicturesAway, lockDataFolder, sayPicturesCome } from './data-lock.ts';

test('while one process holds the folder another is refused; when it is killed the lock is free', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-lock-'));
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(new URL('./data-lock.ts', import.meta.url).href)});
    globalThis.release = lockDataFolder(${JSON.stringify(folder)});
    console.log('held');
    setInterval(() => {}, 1000);`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] });
  await once(holder.stdout, 'data');
  try {
    expect(() => lockDataFolder(folder)).toThrow(DataFolderBusyError);
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'exit');
  }
  const release = lockDataFolder(folder);
  release();
  lockDataFolder(folder)();
});

test('while programs store pictures beside the server it does not take the folder’s pictures for its own', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-lock-'));
  const [first, second] = [sayPicturesCome(folder), sayPicturesCome(folder)];
  expect(keepPicturesAway(folder)).toBeNull();
  first();
  expect(keepPicturesAway(folder)).toBeNull();
  second();
  const letGo = keepPicturesAway(folder);
  expect(letGo).not.toBeNull();
  letGo?.();
  sayPicturesCome(folder)();
});
