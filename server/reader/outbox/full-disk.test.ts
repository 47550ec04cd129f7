import { afterEach, expect, test, vi } from 'vitest';
import { type OutboxRows, openOutboxRows } from '#server/repositories/publication/reader-outbox.ts';
import { createTestApp } from '#server/test-app.ts';
import { createTestStore, startTestReader } from '../test-reader.ts';

// A reader instance whose disk is full, which no test may bring about on this machine's own disk.

const disk = { isFull: false };
function openRows(file: string): OutboxRows {
  const rows = openOutboxRows(file);
  return {
    ...rows,
    add(deliveries) {
      if (disk.isFull) throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      rows.add(deliveries);
    },
  };
}

/** The time at which every site of this file begins. */
const START = Date.now();

const ended: (() => unknown)[] = [];
afterEach(async () => {
  disk.isFull = false;
  for (const end of ended.splice(0).reverse()) await end();
});

test('a message that finds no room is said not to be sent, its words stay in the form, and it can be sent once there is', async () => {
  const app = await createTestApp({ now: START, posts: [{ slug: 'tea' }] });
  ended.push(() => app.close());
  const store = createTestStore();
  ended.push(() => store.close());
  await store.publish(app, { number: 1 });
  const logged: string[] = [];
  const onLog = (line: string) => void logged.push(line);
  const reader = await startTestReader({ blobs: store.folder, writerUrl: 'http://127.0.0.1:9', onLog, openRows });
  ended.push(() => reader.close());
  await vi.waitFor(async () => expect((await reader.page('/readyz')).status).toBe(200), 60_000);
  const waiting = async () =>
    /^ninefold_reader_outbox_waiting (\d+)$/m.exec(await (await fetch(`${reader.address}/metrics`)).text())?.[1];
  const words = { name: 'Ann', email: 'ann@example.com', subject: 'Tea', message: 'Which kettle?' };
  const form = () => reader.page('/contact', { method: 'POST', body: new URLSearchParams(words) });
  const call = () =>
    fetch(`${reader.address}/api/contact`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(words),
    });

  disk.isFull = true;
  const refused = await call();
  expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'storage_full' }]);
  const page = await form();
  expect(page.status).toBe(507);
  expect(page.text).not.toContain('Message Sent!');
  expect(page.text).toContain('role="alert"');
  for (const word of Object.values(words)) expect(page.text).toContain(word);
  expect([await waiting(), logged.join().includes('SQLITE_FULL')]).toEqual(['0', true]);

  disk.isFull = false;
  expect((await form()).text).toContain('Message Sent!');
  expect(await waiting()).toBe('1');
});
