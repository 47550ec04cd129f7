import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Libraries as the server runs them: what they have for developers parses Markdown at half the pace.
  ssr: { resolve: { conditions: ['node'] } },
  test: {
    include: ['{shared,server,desktop,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    setupFiles: ['tests/fail-on-console-error.ts'],
    // Only what hangs is ended: on a machine that has other work, everything takes many times as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A process loads a module once for all its files: loading was a fifth of the whole.
    isolate: false,
    // More than cores: files that wait for other processes leave theirs to the rest. A percentage would end at the cores.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
  },
});
