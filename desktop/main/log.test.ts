import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from './log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const clock = { now: () => 0 };

test('a line has its time, its level and what caused it, down to the first cause', () => {
  const log = openLog({ folder, clock });
  log.info('Started');
  log.error('The store did not open', new Error('outer', { cause: new Error('the disk') }));
  const text = readFileSync(log.file, 'utf8');
  expect(text).toMatch(/^1970-01-01T00:00:00.000Z info Started\n/);
  expect(text).toMatch(/error The store did not open: Error: outer[\s\S]*caused by Error: the disk/);
});

test('a log that has grown is set back once, and older ones go', () => {
  const log = openLog({ folder, clock, maxBytes: 2000 });
  for (let line = 0; line < 200; line += 1) log.info(`line ${line}`);
  expect(readdirSync(folder).sort()).toEqual(['main.log', 'main.old.log']);
  expect(readFileSync(log.file, 'utf8')).toContain('line 199');
  expect(readFileSync(log.file).length).toBeLessThanOrEqual(2000);
  expect(readFileSync(path.join(folder, 'main.old.log')).length).toBeLessThanOrEqual(2000);
});

test('secrets and queries in an error are not written', () => {
  const log = openLog({ folder, clock });
  log.warn('A call failed', new Error('cookie: ninefold.sid=SECRET\nGET https://x.example/api/posts?q=SECRET'));
  log.warn('Another', 'ninefold.device=SECRET; Authorization: Bearer SECRET');
  expect(readFileSync(log.file, 'utf8')).not.toContain('SECRET');
});

test('where nothing can be written, nothing is thrown', () => {
  const blocked = path.join(folder, 'file');
  writeFileSync(blocked, '');
  const log = openLog({ folder: path.join(blocked, 'logs'), clock });
  log.error('lost', new Error('x'));
});
