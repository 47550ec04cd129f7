import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openFolderStore } from '#server/adapters/blobs/folder-store.ts';
import { keepDerivedFiles } from './derived-files.ts';

/** The files that belong to the ids 0, 1 and 2. */
const BY_ID = ['a.png', 'b.png', 'c.png'];

let folder: string;
/** The files that should exist, the most wanted first. */
let wanted: string[];
/** The errors with which the making of files fails, by file name. */
let faults: Record<string, Error>;
let made: string[];
/** Whether the files tell whose they are. */
let haveIds: boolean;
let told: (string | undefined)[];
/** The ids that each look was asked for. */
let lookedAt: (readonly number[] | 'all')[];
let waits: { milliseconds: number; run: () => void }[];
beforeEach(() => {
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'ninefold-derived-')), 'files');
  [wanted, faults, made, told, waits, lookedAt, haveIds] = [[], {}, [], [], [], [], false];
  onTestFinished(() => rmSync(path.dirname(folder), { recursive: true }));
});

const timers = {
  after(milliseconds: number, run: () => void) {
    const wait = { milliseconds, run };
    waits.push(wait);
    return () => {
      waits = waits.filter((each) => each !== wait);
    };
  },
};

/** Starts the job that keeps the files; `whileMaking` is called before each file is made. */
function keep(whileMaking: (name: string) => unknown = () => undefined) {
  const make = (name: string) => async () => {
    await whileMaking(name);
    if (faults[name]) throw faults[name];
    made.push(name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, name), name);
  };
  const files = keepDerivedFiles({
    store: openFolderStore(path.dirname(folder)),
    folder: path.basename(folder),
    ours: /^[a-z]\.png$/,
    wanted: async function* (ids) {
      lookedAt.push(ids ?? 'all');
      for (const name of ids?.flatMap((id) => BY_ID[id] ?? []) ?? wanted) {
        yield { name, make: make(name), ...(haveIds && { id: BY_ID.indexOf(name) }) };
      }
    },
    timers,
    onError: (_error, name) => told.push(name),
  });
  onTestFinished(() => files.stop());
  return files;
}
const names = () => readdirSync(folder).sort();
/** Ends the first of the waits. */
const pass = () => waits.shift()?.run();

test('what is missing is made, the most wanted first; what is there is how far it has come', async () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'b.png'), '');
  wanted = ['a.png', 'b.png', 'c.png'];
  keep();
  expect(waits).toMatchObject([{ milliseconds: 20_000 }]);
  pass();
  await expect.poll(() => made).toEqual(['a.png', 'c.png']);
  expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
});

test('of many missing files only the ids are kept, and what each needs is read when its turn comes', async () => {
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'b.png'), '');
  wanted = ['c.png', 'a.png', 'b.png'];
  haveIds = true;
  keep();
  pass();
  await expect.poll(() => made).toEqual(['c.png', 'a.png']);
  expect(lookedAt).toEqual(['all', [2], [0]]);
});

test('what is not wanted any more goes, and so does what a killed process left; what is not ours stays', async () => {
  mkdirSync(folder);
  for (const name of ['a.png', 'b.png.0123456789ab.partial', 'c.png.0123456789ab.partial', 'Theirs.txt'])
    writeFileSync(path.join(folder, name), '');
  utimesSync(path.join(folder, 'b.png.0123456789ab.partial'), 0, 0);
  keep();
  pass();
  await expect.poll(names).toEqual(['Theirs.txt', 'c.png.0123456789ab.partial']);
});

test('after a change it looks again, and what is more wanted now comes before the rest', async () => {
  wanted = ['b.png', 'c.png'];
  const files = keep((name) => {
    if (name !== 'b.png') return;
    wanted = ['a.png', ...wanted];
    files.wake();
  });
  // Before the first look, nothing is urgent.
  files.wake();
  expect(waits).toHaveLength(1);
  pass();
  await expect.poll(() => made).toEqual(['b.png', 'a.png', 'c.png']);
  await expect
    .poll(() => {
      files.wake();
      return waits;
    })
    .toMatchObject([{ milliseconds: 2000 }]);
});

test('a change of some things is looked at by itself; after many of them everything is looked through again', async () => {
  wanted = ['a.png', 'b.png'];
  const files = keep();
  pass();
  await expect.poll(() => made).toEqual(['a.png', 'b.png']);
  /** Reports a change once nothing is under way, and ends the wait that follows. */
  const change = async (ids: number[]) => {
    await expect
      .poll(() => {
        files.wake(ids);
        return waits.length;
      })
      .toBe(1);
    pass();
  };
  await change([0, 2]);
  await expect.poll(() => made).toEqual(['a.png', 'b.png', 'c.png']);
  // A look at a few ids does not find files that are no longer wanted.
  expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
  files.wake([]);
  expect(waits).toEqual([]);
  await change([...Array(201).keys()]);
  await expect.poll(names).toEqual(['a.png', 'b.png']);
  expect(lookedAt).toEqual(['all', [0, 2], expect.any(Array), 'all']);
});

test('what was missing before a change is made after it all the same', async () => {
  wanted = ['a.png', 'b.png'];
  const files = keep((name) => {
    if (name === 'a.png') files.wake([2]);
  });
  pass();
  await expect.poll(() => made).toEqual(['a.png', 'c.png', 'b.png']);
  expect(lookedAt).toEqual(['all', [2]]);
});

test('what cannot be made is told, holds up no other, and is not tried again', async () => {
  wanted = ['a.png', 'b.png'];
  faults = { 'a.png': new Error('broken') };
  const files = keep();
  pass();
  await expect.poll(() => made).toEqual(['b.png']);
  wanted.push('c.png');
  await expect
    .poll(() => {
      files.wake();
      return waits.length;
    })
    .toBe(1);
  pass();
  await expect.poll(() => made).toEqual(['b.png', 'c.png']);
  expect(told).toEqual(['a.png']);
});

test('with a full disk it waits, longer each time, and goes on when there is room', async () => {
  wanted = ['a.png'];
  faults = { 'a.png': Object.assign(new Error('full'), { code: 'ENOSPC' }) };
  keep();
  pass();
  await expect.poll(() => waits).toMatchObject([{ milliseconds: 10_000 }]);
  pass();
  await expect.poll(() => waits).toMatchObject([{ milliseconds: 20_000 }]);
  faults = {};
  pass();
  await expect.poll(() => made).toEqual(['a.png']);
  expect(told).toEqual([undefined, undefined]);
});

test('a server that stops makes nothing more', async () => {
  wanted = ['a.png', 'b.png'];
  let stopping: Promise<void> | undefined;
  const files = keep(() => {
    stopping = files.stop();
  });
  pass();
  await expect.poll(() => stopping !== undefined).toBe(true);
  await stopping;
  expect(made).toEqual(['a.png']);
  files.wake();
  expect(waits).toEqual([]);
});
