import { expect, test } from 'vitest';
import { startJobs } from './index.ts';

test('jobs begin one after the other, and all of them have ended when they are stopped', async () => {
  const log: string[] = [];
  const job = (name: string) => ({
    name,
    async start() {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} has begun`);
      return async () => {
        await Promise.resolve();
        log.push(`${name} has ended`);
      };
    },
  });
  const stop = await startJobs([job('a'), job('b')]);
  expect(log.splice(0)).toEqual(['a begins', 'a has begun', 'b begins', 'b has begun']);
  await stop();
  expect(log).toEqual(['a has ended', 'b has ended']);
});
