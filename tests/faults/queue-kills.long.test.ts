import { expect, test } from 'vitest';
import { createTestApp } from '#server/test-app.ts';
import { planQueueKills, runQueueKill } from '#tests/long/queue-kills/run-queue-kill.ts';
import { runsOf } from '#tests/share.ts';

/**
 * The first of the two hundred histories that `npm run test:long -- queue-kills` runs, where the server is killed too.
 */
const SHARE = runsOf(30, 10);

test('a program that is killed while it sends loses nothing, and does nothing twice', async () => {
  const app = await createTestApp();
  try {
    const address = await app.http.listen({ port: 0, host: '127.0.0.1' });
    const cookie = await app.signIn();
    const send = (path: string, init: RequestInit) =>
      fetch(address + path, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), cookie } });
    for (const plan of planQueueKills(SHARE)) {
      expect((await runQueueKill({ fetch: send }, plan)).faults, `history ${plan.number}`).toEqual([]);
    }
  } finally {
    await app.close();
  }
});
