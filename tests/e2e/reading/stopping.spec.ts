import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '#server/paths.ts';
import { freePort } from '#tests/free-port.ts';
import { seedSite } from '../site/seed-site.ts';
import { expect, test } from '../site-test.ts';

test('SIGTERM ends the server at once and with 0 while a browser and silent connections are there', {
  tag: '@long',
}, async ({ browser }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ninefold-stopping-'));
  // The posts and pictures of a first start are not needed here.
  await seedSite(folder, []);
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const server = spawn(process.execPath, [path.join(projectRoot(), 'dist/server/main.js')], {
    cwd: folder,
    stdio: 'ignore',
    env: { PATH, HOME, DATA_DIR: folder, PORT: String(port) },
  });
  const page = await browser.newPage();
  try {
    const url = `http://127.0.0.1:${port}`;
    await expect
      .poll(
        () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 30_000 },
      )
      .toBe(true);
    await page.goto(url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const silent = [1, 2, 3].map(() => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    const [code] = await Promise.race([ended, wait(8000, ['none within eight seconds'])]);
    // A server that had waited for the silent connections would have ended after five seconds with exit code 1.
    expect(code).toBe(0);
    for (const socket of silent) socket.destroy();
  } finally {
    server.kill('SIGKILL');
    await page.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});
