import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createZipWriter } from './zip-writer.ts';

test('of an entry that was written the archive keeps a name and a few numbers', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    const { arrayBuffers, heapUsed } = process.memoryUsage();
    return arrayBuffers + heapUsed;
  };
  const zip = createZipWriter(new Writable({ write: (_piece, _encoding, done) => done() }), 0);
  const add = async (from: number, count: number) => {
    for (let number = from; number < from + count; number += 1) await zip.addText(`${number}.md`, `Words ${number}. `);
  };
  await add(0, 100);
  const before = held();
  await add(100, 400);
  // What it is compressed by alone takes two buffers of 16 KB. They are let go of in turns to come, and so is what ran here before.
  await vi.waitFor(() => expect((held() - before) / 400).toBeLessThan(8000), { timeout: 60_000, interval: 100 });
  await zip.end();
});
