import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createUpdates, type UpdateQuestions } from './app-updates.ts';
import { UpdateRefused } from './feed.ts';
import type { UpdateChoice } from './update-choice.ts';
import type { UpdateSource } from './update-source.ts';

let waiting: { at: number; run: () => void }[];
let now: number;
let told: string[];
let asked: string[];
let answer: Awaited<ReturnType<UpdateQuestions['askReady']>>;
let isBusy: boolean;
let choice: UpdateChoice;
const updater = { find: vi.fn(), download: vi.fn(), install: vi.fn() };
const quit = vi.fn();

beforeEach(() => {
  [waiting, now, told, asked, answer, isBusy] = [[], 0, [], [], 'at-quit', false];
  choice = { channel: 'stable', isAutomatic: true };
  updater.find.mockReset().mockResolvedValue('1.6.0');
  updater.download.mockReset().mockResolvedValue(undefined);
  updater.install.mockReset().mockReturnValue(true);
  quit.mockReset();
});

/** Lets these hours pass, and runs everything that was due in them. */
async function pass(hours: number): Promise<void> {
  now += hours * 3_600_000;
  for (;;) {
    const due = waiting.filter(({ at }) => at <= now);
    waiting = waiting.filter(({ at }) => at > now);
    for (const { run } of due) run();
    await new Promise((resolve) => setImmediate(resolve));
    if (due.length === 0) return;
  }
}

const log = { file: '', info: () => undefined, warn: () => undefined, error: () => undefined };
const feed: UpdateSource = { kind: 'feed', url: 'https://a.example', keys: [] };
const open = (source: UpdateSource | (() => Promise<UpdateSource>) = feed) =>
  createUpdates({
    source: typeof source === 'function' ? source : async () => source,
    openUpdater: async () => updater,
    choice: {
      get: () => choice,
      set: (next) => {
        choice = next;
      },
    },
    questions: {
      async askReady(version) {
        asked.push(version);
        return answer;
      },
      tell: ({ message }) => void told.push(message),
    },
    isBusy: async () => isBusy,
    quit,
    timers: {
      after(milliseconds, run) {
        const one = { at: now + milliseconds, run };
        waiting.push(one);
        return () => {
          waiting = waiting.filter((each) => each !== one);
        };
      },
    },
    log,
  });

describe('by itself', () => {
  test('the app looks soon after its start, and asks once a newer version is there', async () => {
    const updates = open();
    updates.start();
    expect(updater.find).not.toHaveBeenCalled();
    await pass(1);
    expect(updater.find).toHaveBeenCalledExactlyOnceWith('stable');
    expect(asked).toEqual(['1.6.0']);
    expect(told).toEqual([]);
    expect(updater.install).not.toHaveBeenCalled();
    expect(updates.atQuit(false)).toBe(true);
    expect(updater.install).toHaveBeenCalledExactlyOnceWith(false);
  });

  test('an owner who has answered is not asked about the same version again', async () => {
    open().start();
    await pass(1);
    await pass(7);
    expect(updater.find).toHaveBeenCalledTimes(2);
    expect(asked).toEqual(['1.6.0']);
    updater.find.mockResolvedValue('1.7.0');
    await pass(7);
    expect(asked).toEqual(['1.6.0', '1.7.0']);
  });

  test('it does not look without a feed, nor where the owner does not want it', async () => {
    open({ kind: 'none', why: 'because' }).start();
    await pass(30);
    choice.isAutomatic = false;
    open().start();
    await pass(30);
    expect(updater.find).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  test('where updates come from is read at the first look, once, and not at the start', async () => {
    const source = vi.fn(async () => feed);
    open(source).start();
    expect(source).not.toHaveBeenCalled();
    await pass(1);
    await pass(7);
    expect(updater.find).toHaveBeenCalledTimes(2);
    expect(source).toHaveBeenCalledOnce();
  });

  test('while a workflow runs or words are unsaved nothing is asked', async () => {
    isBusy = true;
    open().start();
    await pass(1);
    expect(updater.download).toHaveBeenCalledOnce();
    expect(asked).toEqual([]);
    isBusy = false;
    await pass(1);
    expect(asked).toEqual(['1.6.0']);
  });

  test('what fails is in the log, and is tried again', async () => {
    updater.find.mockRejectedValueOnce(new Error('net::ERR_FAILED'));
    open().start();
    await pass(1);
    expect([told, asked]).toEqual([[], []]);
    await pass(7);
    expect(asked).toEqual(['1.6.0']);
  });
});

describe('at the quit', () => {
  test('nothing is installed that the owner has not said yes to', async () => {
    answer = 'later';
    const updates = open();
    await updates.look();
    expect(updates.atQuit(false)).toBe(false);
    expect(open().atQuit(false)).toBe(false);
    expect(updater.install).not.toHaveBeenCalled();
  });

  test('nothing is installed over unsaved words or a run', async () => {
    const updates = open();
    await updates.look();
    expect(updates.atQuit(true)).toBe(false);
    expect(updater.install).not.toHaveBeenCalled();
  });

  test('a restart is one, unless the owner keeps editing: then it is installed when they quit', async () => {
    answer = 'restart';
    const updates = open();
    await updates.look();
    expect(quit).toHaveBeenCalledOnce();
    updates.quitCalledOff();
    expect(updates.atQuit(false)).toBe(true);
    expect(updater.install).toHaveBeenCalledExactlyOnceWith(false);
  });
});

describe('who asks is told', () => {
  test.each([
    ['that there is none', () => updater.find.mockResolvedValue(null), 'Ninefold is up to date'],
    ['that it is refused', () => updater.find.mockRejectedValue(new UpdateRefused('')), 'The update was refused'],
    [
      'that half a file is refused',
      () => updater.download.mockRejectedValue(Object.assign(new Error(), { code: 'ERR_CHECKSUM_MISMATCH' })),
      'The update was refused',
    ],
    ['that nothing is reached', () => updater.find.mockRejectedValue(new Error()), 'Updates cannot be reached'],
  ])('%s', async (_name, happens, words) => {
    happens();
    await open().look();
    expect(told.at(-1)).toBe(words);
    expect(asked).toEqual([]);
  });

  test('that this copy gets none', async () => {
    await open({ kind: 'none', why: 'because' }).look();
    expect(told).toEqual(['Nothing to look for']);
  });

  test('another channel forgets what the one before gave', async () => {
    const updates = open();
    await updates.look();
    updates.choose({ channel: 'beta' });
    expect(updates.atQuit(false)).toBe(false);
    await updates.look();
    expect(updater.find).toHaveBeenLastCalledWith('beta');
    expect(updates.atQuit(false)).toBe(true);
  });
});
