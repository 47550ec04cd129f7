import { existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { HOUR, NOW } from '#server/repositories/blog-fixture.ts';
import { passingFolder } from '#server/test-backups.ts';
import { changeNotes } from './backup-folder.ts';
import { backupName, timeOfName } from './backup-names.ts';
import { createBackupService, type MakeBackup } from './backup-service.ts';

function setUp({ everyHours = 24, keep = 3, make }: { everyHours?: number; keep?: number; make?: MakeBackup } = {}) {
  const folder = path.join(passingFolder(), 'backups');
  const store = openFolderStore(folder);
  const made: string[] = [];
  const errors: string[] = [];
  const clock = {
    time: NOW,
    now() {
      return this.time;
    },
  };
  const write: MakeBackup = async (file) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, 'a backup');
    const at = new Date(clock.time).toISOString();
    await changeNotes(store, (notes) => ({ ...notes, verified: { ...notes.verified, [path.basename(file)]: at } }));
  };
  const open = () =>
    createBackupService({
      store,
      everyHours,
      keep,
      clock,
      make: make ?? write,
      onMade: (name) => made.push(name),
      onError: (error) => errors.push(String(error)),
    });
  const put = (time: number) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, backupName(time)), 'older');
  };
  const service = open();
  const look = async (one = service) => {
    await one.beginIfDue();
    await one.settled();
  };
  const names = () =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.tar'))
      .sort();
  return { folder, made, errors, clock, service, open, put, look, names };
}

test('a name says when a backup was made, to the second', () => {
  expect(backupName(NOW)).toMatch(/^ninefold-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar$/);
  expect(timeOfName(backupName(NOW))).toBe(Math.floor(NOW / 1000) * 1000);
  for (const name of ['mine.tar', 'ninefold-2026-13-40T99-00-00Z.tar', '.ninefold-2026-01-01T00-00-00Z.tar']) {
    expect(timeOfName(name)).toBeNull();
  }
});

test('the first is made at once, the next when the newest is old enough, also after a restart', async () => {
  const { clock, look, open, names } = setUp();
  await look();
  expect(names()).toHaveLength(1);
  clock.time += 24 * HOUR - 1000;
  await look();
  await look(open());
  expect(names()).toHaveLength(1);
  clock.time += 1000;
  await look(open());
  expect(names()).toHaveLength(2);
});

test('none is made where none are wanted, but one that is asked for', async () => {
  const { service, look, folder, names } = setUp({ everyHours: 0 });
  await look();
  expect(existsSync(folder)).toBe(false);
  expect(await service.status()).toMatchObject({ nextAt: null, backups: [], lastVerifiedAt: null, isRunning: false });
  service.begin();
  expect((await service.status()).isRunning).toBe(true);
  await service.settled();
  expect(names()).toHaveLength(1);
});

test('so many are kept; the oldest go, and what is not ours stays', async () => {
  const { clock, look, names, put, folder } = setUp({ keep: 2 });
  for (const days of [5, 4, 3]) put(NOW - days * 24 * HOUR);
  writeFileSync(path.join(folder, 'mine.tar'), 'mine');
  await look();
  expect(names()).toEqual(['mine.tar', backupName(NOW - 3 * 24 * HOUR), backupName(clock.time)].sort());
});

test('older ones stay until a newer one is proved', async () => {
  const { look, names, put, errors, service } = setUp({
    keep: 1,
    make: () => Promise.reject(new Error('The disk is full.')),
  });
  put(NOW - 48 * HOUR);
  await look();
  expect(names()).toEqual([backupName(NOW - 48 * HOUR)]);
  expect(errors).toEqual(['Error: The disk is full.']);
  expect((await service.status()).failure).toEqual({ at: new Date(NOW).toISOString(), message: 'The disk is full.' });
});

test('a failure is tried again after an hour, told after a restart, and forgotten by a success', async () => {
  let isBroken = true;
  let tries = 0;
  const { look, clock, service, open, folder } = setUp({
    make: async (file) => {
      tries += 1;
      if (isBroken) throw new Error('no');
      writeFileSync(file, 'a backup');
    },
  });
  mkdirSync(folder, { recursive: true });
  await look();
  clock.time += HOUR - 1000;
  await look();
  expect(tries).toBe(1);
  expect((await open().status()).failure?.message).toBe('no');
  clock.time += 1000;
  isBroken = false;
  await look();
  expect(tries).toBe(2);
  expect((await service.status()).failure).toBeNull();
  expect((await open().status()).failure).toBeNull();
});

test('where even the folder cannot be made the failure is told', async () => {
  const { look, service } = setUp({ make: () => Promise.reject(new Error('no folder')) });
  await look();
  expect((await service.status()).failure?.message).toBe('no folder');
});

test('a clock that was wrong makes neither a flood nor a gap, and takes no good backup', async () => {
  const { clock, look, names, put, made } = setUp({ keep: 2 });
  const ahead = NOW + 5 * 365 * 24 * HOUR;
  put(ahead);
  put(NOW - 48 * HOUR);
  await look();
  expect(made).toEqual([backupName(NOW)]);
  for (let minute = 0; minute < 5; minute += 1) {
    clock.time += 60_000;
    await look();
  }
  expect(made).toHaveLength(1);
  expect(names()).toEqual([backupName(NOW - 48 * HOUR), backupName(NOW)]);
  clock.time -= 365 * 24 * HOUR;
  await look();
  expect(made).toHaveLength(2);
});

test('what a crashed run has left goes with the next, one under way stays', async () => {
  const { look, put, folder } = setUp();
  put(NOW - 48 * HOUR);
  const old = path.join(folder, `.${backupName(NOW)}.0123456789ab.partial`);
  const fresh = path.join(folder, `.${backupName(NOW)}.ba9876543210.partial-db`);
  for (const [file, age] of [
    [old, 2 * HOUR],
    [fresh, 0],
  ] as const) {
    writeFileSync(file, 'half');
    utimesSync(file, NOW / 1000, (NOW - age) / 1000);
  }
  await look();
  expect([existsSync(old), existsSync(fresh)]).toEqual([false, true]);
});

test('one that is under way is joined, and ended when the server stops', async () => {
  let runs = 0;
  const { service, errors, names, folder } = setUp({
    make: (_file, signal) => {
      runs += 1;
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  service.begin();
  service.begin();
  await service.beginIfDue();
  await service.close();
  service.begin();
  expect([runs, errors, existsSync(folder) ? names() : []]).toEqual([1, [], []]);
});

test('notes that cannot be read are no notes', async () => {
  const { service, put, folder } = setUp();
  put(NOW - HOUR);
  writeFileSync(path.join(folder, 'backups.json'), '{"verified":');
  expect(await service.status()).toMatchObject({
    lastVerifiedAt: null,
    failure: null,
    backups: [{ verifiedAt: null }],
  });
});
