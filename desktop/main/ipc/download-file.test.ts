import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { downloadFile } from './download-file.ts';

let folder: string;
let told: string[];
beforeEach(() => {
  told = [];
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-download-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const wanted = { path: '/api/export', name: 'ninefold-export-2025-06-01.zip' };

function options(answer: () => Promise<Response>, file: string | null = path.join(folder, 'all.zip')) {
  const asked: string[] = [];
  const dialogs = {
    chooseSave: async (suggestion: { name: string; type: string }) => {
      asked.push(`${suggestion.type} ${suggestion.name}`);
      return file;
    },
    chooseOpen: async () => null,
    tell: async (message: string) => void told.push(message),
  };
  return { asked, dialogs, log: { file: '', info() {}, warn() {}, error() {} }, fetch: answer };
}

test('a file of the server is written where the owner says, for the owner alone', async () => {
  const given = options(async () => new Response('bytes'));
  expect(await downloadFile(wanted, given)).toBe(true);
  expect(given.asked).toEqual(['archive ninefold-export-2025-06-01.zip']);
  expect(readFileSync(path.join(folder, 'all.zip'), 'utf8')).toBe('bytes');
  if (process.platform !== 'win32') expect(statSync(path.join(folder, 'all.zip')).mode & 0o077).toBe(0);
});

test('who chooses no place has nothing asked for', async () => {
  const given = options(async () => Promise.reject(new Error('It was asked for')), null);
  expect(await downloadFile({ path: '/api/backups/a.tar', name: 'a.tar' }, given)).toBe(false);
  expect(given.asked).toEqual(['backup a.tar']);
  expect(told).toEqual([]);
});

test('why the server gives nothing is told in its words', async () => {
  const refusal = { code: 'overloaded', message: 'Another export is under way.' };
  expect(
    await downloadFile(
      wanted,
      options(async () => Response.json(refusal, { status: 503 })),
    ),
  ).toBe(false);
  expect(
    await downloadFile(
      wanted,
      options(async () => new Response('<p>Busy', { status: 502 })),
    ),
  ).toBe(false);
  expect(told).toEqual(['Another export is under way.', 'The server does not give this file.']);
});

test('half a file is none: what was written of it goes', async () => {
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('half'));
    },
    pull(controller) {
      controller.error(new TypeError('terminated'));
    },
  });
  expect(
    await downloadFile(
      wanted,
      options(async () => new Response(half)),
    ),
  ).toBe(false);
  expect(told).toEqual([expect.stringContaining('stopped sending it')]);
  expect(existsSync(path.join(folder, 'all.zip')) || existsSync(path.join(folder, 'all.zip.partial'))).toBe(false);
});
