import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { EVERY_SCREEN } from '#tests/e2e/content/screens.ts';
import type { Proof } from './proof.ts';

const SPEC = 'tests/e2e/reading/every-screen.spec.ts';
const report = z.object({ stats: z.object({ expected: z.int(), unexpected: z.int(), skipped: z.int() }) });

/** Axe on every screen of the reading site, of which `npm test` has it look at a third. */
export const everyScreen: Proof = {
  async run() {
    const started = performance.now();
    const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-every-screen-'));
    const file = path.join(folder, 'report.json');
    try {
      spawnSync('playwright', ['test', SPEC, '--reporter=list,json'], {
        stdio: ['ignore', process.stderr, process.stderr],
        env: { ...process.env, [EVERY_SCREEN]: 'whole', PLAYWRIGHT_JSON_OUTPUT_NAME: file },
        shell: process.platform === 'win32',
      });
      const { stats } = report.parse(JSON.parse(readFileSync(file, 'utf8')));
      const failed = stats.unexpected + stats.skipped;
      const minutes = ((performance.now() - started) / 60_000).toFixed(1);
      const details = `${stats.expected} of ${stats.expected + failed} tests passed, ${minutes} minutes: every screen, in both themes, by axe.`;
      return { passed: stats.expected, failed, details };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
