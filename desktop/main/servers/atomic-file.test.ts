import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readFileIfExists, writeFileAtomically } from './atomic-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-whole-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('a file is there whole, in a folder made for it, and for its owner alone', () => {
  const file = path.join(folder, 'new', 'servers.json');
  writeFileAtomically(file, 'earlier, and longer');
  writeFileAtomically(file, Buffer.from('grüße'));
  expect(readFileIfExists(file)?.toString()).toBe('grüße');
  expect(readdirSync(path.dirname(file))).toEqual(['servers.json']);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.skipIf(process.platform !== 'linux')('a full disk is told of, and what was there stays', () => {
  const file = path.join(folder, 'servers.json');
  writeFileAtomically(file, 'earlier');
  symlinkSync('/dev/full', `${file}.partial`);
  expect(() => writeFileAtomically(file, 'later')).toThrow('ENOSPC');
  expect(readFileIfExists(file)?.toString()).toBe('earlier');
  expect(readdirSync(folder)).toEqual(['servers.json']);
});
