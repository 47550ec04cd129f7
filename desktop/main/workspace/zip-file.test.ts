import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { longTest } from '#tests/long-test.ts';
import { writeZipFile } from './zip-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-zip-'));
  file = path.join(folder, 'all.zip');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes an endless stream of texts; `asked` counts the texts that were asked for. */
function endless(size: number) {
  const asked = { count: 0 };
  async function* texts() {
    for (;;) {
      asked.count += 1;
      yield { name: `${asked.count}.txt`, content: String(Math.random()).repeat(size) };
    }
  }
  return { asked, texts: texts() };
}

test.skipIf(process.platform !== 'linux')(
  'a full disk ends it: no more texts are asked for, and nothing is left',
  async () => {
    symlinkSync('/dev/full', `${file}.partial`);
    const { asked, texts } = endless(10_000);
    await expect(writeZipFile(file, texts, 0)).rejects.toMatchObject({ code: 'ENOSPC' });
    expect(asked.count).toBeLessThan(50);
    expect(readdirSync(folder)).toEqual([]);
  },
);

test('texts that break off leave the archive that was there', async () => {
  writeFileSync(file, 'earlier');
  async function* texts() {
    yield { name: 'a.txt', content: 'a' };
    throw new Error('the store');
  }
  await expect(writeZipFile(file, texts(), 0)).rejects.toThrow('the store');
  expect(readdirSync(folder)).toEqual(['all.zip']);
});

longTest('texts that were taken in are let go of', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const size = 1_000_000;
  let held = 0;
  async function* texts() {
    for (let number = 0; number < 40; number += 1) {
      yield { name: `${number}.txt`, content: 'a'.repeat(size) };
      // Each collection walks through all memory of this process, so it is done rarely.
      if (number % 20 < 19) continue;
      collect();
      held = Math.max(held, process.memoryUsage().arrayBuffers);
    }
  }
  const before = process.memoryUsage().arrayBuffers;
  await writeZipFile(file, texts(), 0);
  expect(held - before).toBeLessThan(20 * size);
});
