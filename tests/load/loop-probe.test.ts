import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loopProbe, readHolds } from './loop-hold.ts';
import { holdBetween } from './loop-probe.ts';

/** Uses 200 ms of its own CPU time, however long that takes. */
const COMPUTE = 'const began = process.threadCpuUsage().user; while (process.threadCpuUsage().user - began < 200_000);';
/** Stays until the probe in the program itself has written. */
const STAY = "setInterval(() => require('node:fs').existsSync(process.argv[1]) && process.exit(), 20);";

/** Returns the holds that the probe reports for a program, which receives the path of the file. */
async function holdsOf(program: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-loop-probe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'holds');
  await promisify(execFile)(process.execPath, ['-e', program, file], {
    env: { ...process.env, ...loopProbe(file) },
  });
  return readHolds(file).sort((one, other) => other.held - one.held);
}

test('what holds the loop by computing is told, however busy the machine is', async () => {
  const [longest] = await holdsOf(COMPUTE + STAY);
  expect(longest?.held).toBeGreaterThan(150);
  expect(longest?.computed).toBeGreaterThan(150);
});

test('what a process computes that the server has started is not the server’s', async () => {
  const started = JSON.stringify(`${COMPUTE} setTimeout(() => process.exit(), 1500);`);
  const begin = `require('node:child_process').execFile(process.execPath, ['-e', ${started}], () => { ${STAY} });`;
  const holds = await holdsOf(begin);
  expect(holds.length).toBeGreaterThan(0);
  for (const { computed } of holds) expect(computed).toBeLessThan(150);
});

test('a wait for a processor is left out; every other wait and all that was computed is held', () => {
  const before = { now: 1000, computed: 50, system: 10, waited: 20 };
  const after = (passed: number, computed: number, waited: number) => ({
    now: before.now + passed,
    computed: before.computed + computed,
    system: before.system,
    waited: before.waited + waited,
  });
  const none = { system: 0, collected: 0 };
  // The loop waited for the disk, or for another thread.
  expect(holdBetween(before, after(310, 1, 0))).toEqual({ held: 300, computed: 1, ...none });
  expect(holdBetween(before, after(310, 1, 100))).toEqual({ held: 200, computed: 1, ...none });
  expect(holdBetween(before, after(310, 250, 50))).toEqual({ held: 250, computed: 250, ...none });
  // This reading came in time.
  expect(holdBetween(before, after(10, 8, 2))).toEqual({ held: 0, computed: 8, ...none });
});

test('garbage is counted for the part that was collected between the two samples', () => {
  const look = (now: number) => ({ now, computed: now, system: 0, waited: 0 });
  const collections = [
    { startTime: 900, duration: 50 },
    { startTime: 980, duration: 30 },
    { startTime: 1050, duration: 20 },
    { startTime: 1090, duration: 40 },
  ];
  expect(holdBetween(look(1000), look(1100), collections).collected).toBe(10 + 20 + 10);
});
