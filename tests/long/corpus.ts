import { spawnSync } from 'node:child_process';
import { WHOLE } from '#tests/share.ts';
import type { Proof } from './proof.ts';

/** All posts of the corpus, of which `npm test` imports a fiftieth. */
export const corpus: Proof = {
  async run() {
    const { status } = spawnSync('vitest', ['run', 'server/services/import/corpus.test.ts'], {
      stdio: ['ignore', process.stderr, process.stderr],
      env: { ...process.env, [WHOLE]: 'yes' },
      shell: process.platform === 'win32',
    });
    const isOk = status === 0;
    return {
      passed: isOk ? 1 : 0,
      failed: isOk ? 0 : 1,
      details: `509 posts were ${isOk ? '' : '**not** '}imported, and a second run changed nothing.`,
    };
  },
};
