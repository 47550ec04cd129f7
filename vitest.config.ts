import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isWhole, LEFT_OUT } from './tests/share.ts';

const root = import.meta.dirname;

/** Whether the build is one of the sources as they are: then threads and commands of the server's are the built ones. */
const isBuilt = spawnSync(process.execPath, [path.join(root, 'scripts', 'prepare.mjs'), 'is-built']).status === 0;

const leftOut = (process.env[LEFT_OUT] ?? '').split('\n').filter(Boolean);

/** Files that start programs and wait for them. */
const LONG_FILES = /\/(tests\/(faults|load|exports)|server\/cli)\//;

/** Nobody has measured a fresh clone's files, and a long one at the end is waited for by every other process. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  // Libraries as the server runs them: what they have for developers parses Markdown at half the pace.
  ssr: { resolve: { conditions: ['node'] } },
  resolve: {
    alias: isBuilt ? { '#server/program-file.ts': path.join(root, 'tests', 'built-program-file.ts') } : {},
  },
  test: {
    // What is called so is a test of the whole alone.
    exclude: ['**/node_modules/**', 'tests/e2e/**', ...(isWhole ? [] : ['**/*.long.test.ts']), ...leftOut],
    setupFiles: ['tests/fail-on-console-error.ts'],
    // Only what hangs is ended: on a machine that has other work, everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A process loads a module once for all its files: loading was a fifth of the whole.
    isolate: false,
    // What an app leaves young goes sooner than it grows old: a twentieth of the time, measured over the whole.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // More than cores: files that wait for other processes leave theirs to the rest. A percentage would end at the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // React for developers takes three times as long: it warns in the tests of components, which render every screen, and
    // in all of them in the whole.
    projects: [
      { extends: true, test: { name: 'components', include: ['{shared,server,desktop}/**/*.test.tsx'] } },
      {
        extends: true,
        ...(isWhole ? {} : { oxc: { jsx: { runtime: 'automatic', development: false } } }),
        test: {
          name: 'rules',
          include: ['{shared,server,desktop,scripts,tests}/**/*.test.ts'],
          ...(isWhole ? {} : { env: { NODE_ENV: 'production' } }),
        },
      },
    ],
  },
});
