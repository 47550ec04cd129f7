import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/paths.ts';
import { heldIn } from './loop-probe.ts';
import { readHolds } from './run-soak.ts';

const PROBE = path.join(projectRoot(), 'tests', 'load', 'soak', 'loop-probe.ts');
/** Computes for 200 ms of its own, however long that takes, and stays until the probe has written of it. */
const PROGRAM = `
  const { existsSync } = require('node:fs');
  const began = process.threadCpuUsage().user;
  while (process.threadCpuUsage().user - began < 200_000);
  setInterval(() => existsSync(process.env.LOOP_PROBE_FILE) && process.exit(), 20);
`;

test('what holds the loop by computing is told, however busy the machine is', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-loop-probe-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'holds');
  await promisify(execFile)(process.execPath, ['--import', PROBE, '-e', PROGRAM], {
    env: { ...process.env, LOOP_PROBE_FILE: file },
  });
  const holds = readHolds(file).sort((one, other) => other.held - one.held);
  expect(holds[0]?.held).toBeGreaterThan(150);
  expect(holds[0]?.computed).toBeGreaterThan(150);
});

test('what a thread without a processor may have been waited for is left out; what was computed never is', () => {
  // Waited for the disk, or for another thread that waited for a processor.
  expect(heldIn({ passed: 310, computed: 1, waited: 0, othersWaited: 0 })).toEqual({ all: 300, held: 300 });
  expect(heldIn({ passed: 310, computed: 1, waited: 100, othersWaited: 180 })).toEqual({ all: 200, held: 20 });
  expect(heldIn({ passed: 310, computed: 250, waited: 50, othersWaited: 240 })).toEqual({ all: 250, held: 250 });
  // Between two looks that came in time the loop was not held, whatever it computed.
  expect(heldIn({ passed: 10, computed: 8, waited: 0, othersWaited: 5 })).toEqual({ all: 0, held: 0 });
});
