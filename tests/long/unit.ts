import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { LEFT_OUT, WHOLE } from '#tests/share.ts';
import type { Proof } from './proof.ts';

const report = z.object({ numPassedTests: z.int(), numFailedTests: z.int(), numPendingTests: z.int() });

/**
 * All tests without a browser with every random case, of which `npm test` runs a share. The corpus is a separate proof.
 */
export const unit: Proof = {
  async run() {
    const started = performance.now();
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-unit-'));
    const file = path.join(folder, 'report.json');
    try {
      const args = ['run', '--reporter=default', '--reporter=json'];
      spawnSync('vitest', [...args, `--outputFile.json=${file}`], {
        stdio: ['ignore', process.stderr, process.stderr],
        env: { ...process.env, [WHOLE]: 'yes', [LEFT_OUT]: '**/corpus.test.ts' },
        shell: process.platform === 'win32',
      });
      const { numPassedTests: passed, ...rest } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
      const failed = rest.numFailedTests + rest.numPendingTests;
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      return { passed, failed, details: `${passed} of ${passed + failed} tests passed, ${minutes} minutes.` };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
