import { expect, test } from 'vitest';
import { createLogFlush } from './log-flush.ts';

/** A log whose flushes end when the test says so. */
function createDisk() {
  const begun: PromiseWithResolvers<void>[] = [];
  let isClosed = false;
  const log = createLogFlush({
    sync() {
      const flush = Promise.withResolvers<void>();
      begun.push(flush);
      return flush.promise;
    },
    close() {
      isClosed = true;
    },
  });
  return { begun, log, isClosed: () => isClosed };
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

test('a flush begins at once, and ends when the log is on the disk', async () => {
  const disk = createDisk();
  const flush = watch(disk.log.flush());
  expect([disk.begun.length, flush.is]).toEqual([1, 'running']);
  disk.begun[0]?.resolve();
  await expect.poll(() => flush.is).toBe('flushed');
});

test('those who come while a flush is running share the next one, which begins after it', async () => {
  const disk = createDisk();
  const first = watch(disk.log.flush());
  const later = [watch(disk.log.flush()), watch(disk.log.flush())];
  expect(disk.begun).toHaveLength(1);
  disk.begun[0]?.resolve();
  await begun(disk, 2);
  expect([first.is, ...later.map(({ is }) => is)]).toEqual(['flushed', 'running', 'running']);
  const last = watch(disk.log.flush());
  disk.begun[1]?.resolve();
  await begun(disk, 3);
  expect([...later.map(({ is }) => is), last.is]).toEqual(['flushed', 'flushed', 'running']);
  disk.begun[2]?.resolve();
  await expect.poll(() => last.is).toBe('flushed');
});

test('after a failed flush every call fails, because nobody knows what is on the disk', async () => {
  const disk = createDisk();
  const flushes = [watch(disk.log.flush()), watch(disk.log.flush())];
  disk.begun[0]?.reject(new Error('EIO'));
  await expect.poll(() => flushes.map(({ is }) => is)).toEqual(['failed', 'failed']);
  await expect(disk.log.flush()).rejects.toThrow('EIO');
  await expect(disk.log.flushed()).rejects.toThrow('EIO');
  expect(disk.begun).toHaveLength(1);
});

test('whoever asks whether all is flushed waits for the last flush that is needed', async () => {
  const disk = createDisk();
  await disk.log.flushed();
  const first = disk.log.flush();
  const afterFirst = watch(disk.log.flushed());
  const second = watch(disk.log.flush());
  const afterSecond = watch(disk.log.flushed());
  disk.begun[0]?.resolve();
  await first;
  await begun(disk, 2);
  expect([afterFirst.is, second.is, afterSecond.is]).toEqual(['flushed', 'running', 'running']);
  disk.begun[1]?.reject(new Error('EIO'));
  await expect.poll(() => [second.is, afterSecond.is]).toEqual(['failed', 'failed']);
});

test('closing waits for the flushes under way', async () => {
  const disk = createDisk();
  const flushes = [watch(disk.log.flush()), watch(disk.log.flush())];
  const closed = disk.log.close();
  disk.begun[0]?.resolve();
  await begun(disk, 2);
  expect(disk.isClosed()).toBe(false);
  disk.begun[1]?.resolve();
  await closed;
  expect([...flushes.map(({ is }) => is), disk.isClosed()]).toEqual(['flushed', 'flushed', true]);
});
