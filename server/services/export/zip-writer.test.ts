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
  // The compressor of each entry takes two buffers of 16 KB. They are released only in later turns of the event loop,
  // as is the memory of whatever ran here before.
  await vi.waitFor(() => expect((held() - before) / 400).toBeLessThan(8000), { timeout: 60_000, interval: 100 });
  await zip.end();
});
