import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { WHOLE } from '#tests/share.ts';
import type { Proof } from './proof.ts';

const report = z.object({ stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int() }) });

/** All browser and desktop tests, of which `npm test` runs a share. */
export const browser: Proof = {
  async run() {
    const started = performance.now();
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-browser-'));
    const file = path.join(folder, 'report.json');
    try {
      spawnSync('playwright', ['test', '--reporter=list,json'], {
        stdio: ['ignore', process.stderr, process.stderr],
        env: { ...process.env, [WHOLE]: 'yes', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
        shell: process.platform === 'win32',
      });
      const { stats } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
      const failed = stats.unexpected + stats.skipped;
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      const details = `${stats.expected} of ${stats.expected + failed} tests passed, ${minutes} minutes.`;
      return { passed: stats.expected, failed, details };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
