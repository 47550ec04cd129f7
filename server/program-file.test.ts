import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { programFile } from './program-file.ts';

// In `npm test` the other tests run the bundles (tests/built-program-file.ts). The development server has no build.

test('from sources a thread is its own file, which Node loads as it is', async () => {
  const file = programFile('workers/markdown');
  expect(file.pathname).toMatch(/\/server\/workers\/markdown\.ts$/);
  const thread = new Worker(file);
  const answered = new Promise((resolve, reject) => thread.once('message', resolve).once('error', reject));
  thread.postMessage({ id: 1, request: { markdown: '**Hot** water', pictures: {} } });
  expect(await answered).toMatchObject({ id: 1, value: { text: 'Hot water' } });
  await thread.terminate();
});
