import { spawnSync } from 'node:child_process';
import type { Proof } from './proof.ts';

const HISTORIES = 20_000;
const SEED = 20261122;

/** Twenty times as many histories of devices and a server as every test run has. */
export const workspaceHistories: Proof = {
  async run() {
    const started = performance.now();
    // Run by the test runner, which can load the whole server; the histories and their verdict are those of the test.
    const { status, stdout } = spawnSync('vitest', ['run', 'tests/histories/workspace'], {
      env: { ...process.env, WORKSPACE_HISTORIES: String(HISTORIES), WORKSPACE_SEED: String(SEED) },
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    const minutes = (performance.now() - started) / 60_000;
    const isOk = status === 0;
    if (!isOk) process.stderr.write(stdout);
    const details = `${HISTORIES} histories (seed ${SEED}) of two to five devices and two servers, ${minutes.toFixed(1)} minutes: the real exchange over the store in
memory, the real routes, time and network of their own. Edits, erasures, deletions, crashes, cloned disks, clocks off by years; messages
lost, doubled, delayed and overtaken; servers put back from a copy, emptied, forgetful, or another one.

- ${isOk ? `In all of them everybody` : `Not in all of them everybody`} ended with the same documents, and every word that was typed and not taken away by its owner was there, once.`;
    return { passed: isOk ? HISTORIES : 0, failed: isOk ? 0 : 1, details };
  },
};
