import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a folder is made with those above it, and one that is there is left as it is', () => {
  const below = path.join(folder, 'a/b/c');
  makeFolder(below);
  writeFileSync(path.join(below, 'kept'), '');
  makeFolder(below);
  expect(statSync(path.join(below, 'kept')).isFile()).toBe(true);
});

test('where a file is in the way, that is the error', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => makeFolder(file)).toThrow('EEXIST');
  expect(() => makeFolder(path.join(file, 'below'))).toThrow('EEXIST');
});

test.runIf(process.platform === 'linux')('where the system knows no new folders, it ends', () => {
  expect(() => makeFolder('/proc/ninefold/below')).toThrow('ENOENT');
});
