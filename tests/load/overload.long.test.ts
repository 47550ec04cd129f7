import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody } from '#shared/contract/index.ts';
import { seedSite } from '#tests/e2e/site/seed-site.ts';
import { ACCEPT_ENCODING, type Answer, createAgent, getBytes } from './http-client.ts';
import { startOurServer } from './our-server.ts';
import type { ServerProcess } from './server-process.ts';
import { soakPosts } from './soak/soak-posts.ts';

/** More requests than the server lets wait, each for a page that nobody has asked for yet. */
const TOO_MANY = 1000;
const MANY = 200;

const folder = mkdtempSync(path.join(tmpdir(), 'ninefold-overload-'));
let server: ServerProcess;
beforeAll(async () => {
  await seedSite(folder, soakPosts());
  server = await startOurServer(folder);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Asks at once for this number of pages that are made anew for each request, each on a connection of its own. */
async function askAtOnce(name: string, count: number): Promise<Answer[]> {
  const agent = createAgent(count);
  try {
    return await Promise.all(
      Array.from({ length: count }, (_, number) =>
        getBytes(`${server.address}/post/${name}-${number}`, ACCEPT_ENCODING, agent),
      ),
    );
  } finally {
    agent.destroy();
  }
}
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].toSorted();

test('of a thousand who come at once some are told to come back later; cached pages are there all the time, and soon two hundred at once are all answered', async () => {
  const get = (path: string) => getBytes(server.address + path, ACCEPT_ENCODING, readers);
  const readers = createAgent(2);
  expect((await get('/')).status).toBe(200);

  let isOver = false;
  const flood = askAtOnce('too-many', TOO_MANY).finally(() => {
    isOver = true;
  });
  const meanwhile: number[] = [];
  while (!isOver) {
    meanwhile.push((await get('/')).status, (await get('/healthz')).status);
    await wait(50);
  }
  const answers = await flood;
  expect(statuses(answers)).toEqual([404, 503]);
  expect(new Set(meanwhile)).toEqual(new Set([200]));
  const refused = answers.filter(({ status }) => status === 503);
  for (const { headers, body } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(errorBody.parse(JSON.parse(body.toString())).code).toBe('overloaded');
  }
  // As many requests were answered as may wait.
  expect(answers.length - refused.length).toBeGreaterThanOrEqual(500);

  const after = await get('/post/soak-1');
  expect(after.status).toBe(200);
  expect(statuses(await askAtOnce('again', MANY))).toEqual([404]);
  readers.destroy();
});
