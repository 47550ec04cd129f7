import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { isWhole, LEFT_OUT } from './tests/share.ts';

const root = import.meta.dirname;

/** Whether the build is up to date with the sources: then the server's threads and commands are the built ones. */
const isBuilt = spawnSync(process.execPath, [path.join(root, 'scripts', 'prepare.mjs'), 'is-built']).status === 0;

const leftOut = (process.env[LEFT_OUT] ?? '').split('\n').filter(Boolean);

/** Files that start programs and wait for them. */
const LONG_FILES = /\/(tests\/(faults|load|exports)|server\/cli)\//;

/** A fresh clone has no measured times, and all other processes would wait for a long file at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG_FILES.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  // Libraries as the server runs them: their development variant parses Markdown at half the speed.
  ssr: { resolve: { conditions: ['node'] } },
  resolve: {
    alias: isBuilt ? { '#server/program-file.ts': path.join(root, 'tests', 'built-program-file.ts') } : {},
  },
  test: {
    // Files with this name run only in the whole suite.
    exclude: ['**/node_modules/**', 'tests/e2e/**', ...(isWhole ? [] : ['**/*.long.test.ts']), ...leftOut],
    setupFiles: ['tests/fail-on-console-error.ts'],
    // Only for tests that hang: on a machine with other work, everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A process loads a module once for all its files: loading was a fifth of the total time.
    isolate: false,
    // Short-lived objects of an app are collected before they grow old: this saves a twentieth of the time, measured
    // over the whole suite.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    // More workers than cores: files that wait for other processes leave their core to the rest. A percentage could not
    // exceed the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    // The development variant of React takes three times as long. It gives warnings, so it is used in the tests of
    // components, which render every screen, and in the whole suite for all tests.
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
