import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,server,desktop,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['**/node_modules/**', 'tests/e2e/**'],
    setupFiles: ['tests/fail-on-console-error.ts'],
    testTimeout: 20_000,
    // One process for each core, which loads a module once for all files: loading was a fifth of the whole.
    isolate: false,
    maxWorkers: '100%',
  },
});
