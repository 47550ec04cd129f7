import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openReader } from '#server/db/open.ts';
import { DATABASE_FILE } from '#server/paths.ts';
import { listPosts } from '#shared/contract/posts/posts.ts';
import { watchWorkspace } from '#shared/contract/workspace.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { startOurServer } from '#tests/load/our-server.ts';
import { signInOwner } from './owner.ts';

const post = {
  slug: 'tea',
  title: 'Tea',
  excerpt: 'Tea.',
  content: 'Tea.',
  category: 'health',
  publishedAt: '2026-01-01T10:00:00.000Z',
};

test('a server that is told to stop finishes what it has begun, tells who listens, keeps every count, and is gone within five seconds', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-stop-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  await seedSite(folder, [post]);
  const server = await startOurServer(folder);
  const owner = await signInOwner(() => server.address);
  const [tea] = await owner.client.call(listPosts);
  const read = (query: string) => {
    const reader = openReader(path.join(folder, DATABASE_FILE));
    try {
      return reader.prepare(query).pluck().get();
    } finally {
      reader.close();
    }
  };

  // A device waits for news.
  const listening = await owner.fetch(watchWorkspace.path, { headers: { accept: 'text/event-stream' } });
  expect(listening.status).toBe(200);
  const heard = listening.text().then(
    () => 'ended',
    (error: unknown) => `cut off: ${error}`,
  );
  // The message of a reader is half sent.
  const message = JSON.stringify({ name: 'Mira', email: 'mira@example.org', message: 'Half now, half later.' });
  const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
  const answer = text(socket);
  socket.write(
    `POST /api/contact HTTP/1.1\r\nHost: ${new URL(server.address).host}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${message.length}\r\nConnection: close\r\n\r\n${message.slice(0, 20)}`,
  );
  await wait(200);
  // A view is counted, and not written yet.
  const counted = await fetch(`${server.address}/api/posts/${tea?.id}/view`, { method: 'POST' });
  expect(counted.status).toBe(204);
  expect(read('select views from blog_posts')).toBe(0);

  const started = performance.now();
  const stopping = server.stop();
  await wait(300);
  socket.write(message.slice(20));
  expect((await answer).split('\r\n')[0]).toMatch(/ 204 /);
  await stopping;
  expect(performance.now() - started).toBeLessThan(5000);
  expect(await heard).toBe('ended');
  expect(read('select count(*) from contact_messages')).toBe(1);
  expect(read('select views from blog_posts')).toBe(1);
  expect(read('pragma integrity_check')).toBe('ok');
  expect(readFileSync(path.join(folder, 'server.log'), 'utf8')).not.toMatch(/"level":(50|60)/);
});
