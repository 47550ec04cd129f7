import { afterEach, beforeEach, expect, test } from 'vitest';
import { listBackups, runBackup } from '#shared/contract/backups.ts';
import { createTestApp, type TestApp } from '../test-app.ts';
import { ask, refused } from '../test-call.ts';

let app: TestApp;
beforeEach(async () => {
  app = await createTestApp({
    env: { BACKUP_EVERY_HOURS: '12', BACKUP_KEEP: '4' },
    makeBackup: (_file, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  });
});
afterEach(() => app.close());

test('the owner sees what is kept and when the next is due, a reader nothing', async () => {
  const cookie = await app.signIn();
  const { body } = await ask(app.http, listBackups, { cookie });
  expect(body).toMatchObject({ everyHours: 12, keep: 4, backups: [], isRunning: false, failure: null });
  expect(body.nextAt).toBe(new Date(app.clock.now()).toISOString());
  expect((await refused(app.http, listBackups)).code).toBe('unauthorized');
  expect((await refused(app.http, runBackup)).code).toBe('unauthorized');
});

test('one that is asked for begins at once, and the answer does not wait for it', async () => {
  const cookie = await app.signIn();
  expect((await ask(app.http, runBackup, { cookie })).body.isRunning).toBe(true);
});

test('asking for one after the other is limited', async () => {
  const cookie = await app.signIn();
  for (let number = 0; number < 6; number += 1) await ask(app.http, runBackup, { cookie });
  const refusal = await refused(app.http, runBackup, { cookie });
  expect(refusal).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refusal.headers['retry-after']).toBeDefined();
});
