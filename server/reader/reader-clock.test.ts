import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createReaderClock } from './reader-clock.ts';

const DAY = 24 * 60 * 60_000;
const TRUE_TIME = Date.UTC(2026, 0, 10);
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ninefold-clock-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A machine whose clock is wrong by `wrongBy`. */
function machine(wrongBy: number, isLocalStore = false) {
  let passed = 0;
  const clock = createReaderClock({
    ...{ local: { now: () => TRUE_TIME + passed + wrongBy }, steady: () => passed },
    ...{ file: path.join(folder, 'clock.json'), isLocalStore },
  });
  const pass = (time: number) => {
    passed += time;
  };
  return { clock, trueTime: () => TRUE_TIME + passed, pass };
}

test('a clock that is a day off is put right by the store or the writer, and stays right while both are away', () => {
  for (const wrongBy of [DAY, -DAY]) {
    const { clock, trueTime, pass } = machine(wrongBy);
    clock.heard('store', trueTime());
    expect(clock.dueBy()).toBe(trueTime());
    pass(DAY / 2);
    expect(clock.dueBy()).toBe(trueTime());
  }
});

test('a clock that is right to the minute is left alone', () => {
  const { clock, trueTime } = machine(20_000);
  clock.heard('writer', trueTime());
  expect(clock.now()).toBe(trueTime() + 20_000);
});

test('of two that disagree the one that is behind is believed: nothing goes live too early', () => {
  const { clock, trueTime } = machine(0);
  clock.heard('store', trueTime() + DAY);
  clock.heard('writer', trueTime());
  expect(clock.dueBy()).toBe(trueTime());
});

test('a clock that was never compared makes nothing live; after a start it is as wrong as it was', () => {
  const first = machine(DAY);
  expect(first.clock.isSure()).toBe(false);
  first.clock.heard('store', first.trueTime());
  const again = machine(DAY);
  expect(again.clock.isSure()).toBe(true);
  expect(again.clock.dueBy()).toBe(again.trueTime());
});

test('what is published is live for a clock that is behind, and puts no post forward that is due', () => {
  const { clock, trueTime } = machine(-DAY, true);
  clock.notBefore(trueTime());
  expect(clock.now()).toBe(trueTime());
  expect(clock.dueBy()).toBe(trueTime() - DAY);
});
