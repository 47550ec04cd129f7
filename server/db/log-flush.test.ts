import { expect, test } from 'vitest';
import { createLogFlush } from './log-flush.ts';

/** A disk whose flushes end when the test says so. */
function createDisk() {
  const begun: { end: () => void; fail: (error: Error) => void }[] = [];
  const opened: string[] = [];
  let isClosed = false;
  const log = createLogFlush('/data/ninefold.db', async (file) => {
    opened.push(file);
    return {
      datasync: () =>
        new Promise<void>((end, fail) => {
          begun.push({ end, fail });
        }),
      async close() {
        isClosed = true;
      },
    };
  });
  return { begun, opened, log, isClosed: () => isClosed };
}
type Disk = ReturnType<typeof createDisk>;

const begun = (disk: Disk, count: number) => expect.poll(() => disk.begun.length).toBe(count);
/** What has become of a flush so far. */
function watch(flush: Promise<void>) {
  const state = { is: 'running' };
  flush.then(
    () => (state.is = 'flushed'),
    () => (state.is = 'failed'),
  );
  return state;
}

test('a flush ends when the log is on the disk', async () => {
  const disk = createDisk();
  const flush = watch(disk.log.flush());
  await begun(disk, 1);
  expect([disk.opened, flush.is]).toEqual([['/data/ninefold.db-wal'], 'running']);
  disk.begun[0]?.end();
  await expect.poll(() => flush.is).toBe('flushed');
});

test('those who come while a flush is running share the next one, which begins after it', async () => {
  const disk = createDisk();
  const first = watch(disk.log.flush());
  await begun(disk, 1);
  const later = [watch(disk.log.flush()), watch(disk.log.flush())];
  disk.begun[0]?.end();
  await begun(disk, 2);
  expect([first.is, ...later.map(({ is }) => is)]).toEqual(['flushed', 'running', 'running']);
  const last = watch(disk.log.flush());
  disk.begun[1]?.end();
  await begun(disk, 3);
  expect([...later.map(({ is }) => is), last.is]).toEqual(['flushed', 'flushed', 'running']);
  disk.begun[2]?.end();
  await expect.poll(() => last.is).toBe('flushed');
  expect(disk.opened).toHaveLength(1);
});

test('a failed flush fails for those who waited for it, and the next one is tried', async () => {
  const disk = createDisk();
  const first = watch(disk.log.flush());
  await begun(disk, 1);
  const second = watch(disk.log.flush());
  disk.begun[0]?.fail(new Error('EIO'));
  await begun(disk, 2);
  expect([first.is, second.is]).toEqual(['failed', 'running']);
  disk.begun[1]?.end();
  await expect.poll(() => second.is).toBe('flushed');
});

test('whoever asks whether all is flushed waits for the last flush that is needed', async () => {
  const disk = createDisk();
  await disk.log.flushed();
  const first = disk.log.flush();
  const afterFirst = watch(disk.log.flushed());
  await begun(disk, 1);
  const second = watch(disk.log.flush());
  const afterSecond = watch(disk.log.flushed());
  disk.begun[0]?.end();
  await first;
  await begun(disk, 2);
  expect([afterFirst.is, second.is, afterSecond.is]).toEqual(['flushed', 'running', 'running']);
  disk.begun[1]?.fail(new Error('EIO'));
  await expect.poll(() => [second.is, afterSecond.is]).toEqual(['failed', 'failed']);
});

test('closing waits for the flushes under way', async () => {
  const disk = createDisk();
  const flushes = [watch(disk.log.flush()), watch(disk.log.flush())];
  await begun(disk, 1);
  const closed = disk.log.close();
  disk.begun[0]?.end();
  await begun(disk, 2);
  expect(disk.isClosed()).toBe(false);
  disk.begun[1]?.end();
  await closed;
  expect([...flushes.map(({ is }) => is), disk.isClosed()]).toEqual(['flushed', 'flushed', true]);
});

test('a log that was never flushed closes without being opened', async () => {
  const disk = createDisk();
  await disk.log.close();
  expect([disk.opened, disk.isClosed()]).toEqual([[], false]);
});
