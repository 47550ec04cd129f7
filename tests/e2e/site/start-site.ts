import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#server/paths.ts';
import { freePort } from '#tests/free-port.ts';
import { plainEnvironment } from '#tests/plain-environment.ts';
import { readAtOnce } from '#tests/read-at-once.ts';
import type { SitePost } from '../content/site-post.ts';
import { fillDataFolder } from './seeded-folders.ts';

/** The secret that signs the cookies of the tests' sites, so that tests can make a cookie. */
export const SESSION_SECRET = 'the tests sign their cookies with this and nothing else';
const STARTS_WITHIN = 120_000;

/**
 * The server gives its own processes (pictures, imports) the lowest priority, so that they would wait until the other
 * tests are over: here all processes have the same priority.
 */
const SAME_PRIORITY = `data:text/javascript,${encodeURIComponent(
  `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
   os.setPriority = () => {}; syncBuiltinESMExports();`,
)}`;

export interface StartedSite {
  /** "http://localhost:41234" */
  url: string;
  dataFolder: string;
  stop: () => Promise<void>;
}

/** Starts the built server on a separate data folder that contains `posts`. Rejects with the server's output. */
export async function startSite(posts: SitePost[], settings: Record<string, string> = {}): Promise<StartedSite> {
  const main = path.join(projectRoot(), 'dist/server/main.js');
  if (!existsSync(main)) throw new Error('The browser tests run the built server. Build it first: npm run build');
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'ninefold-e2e-'));
  const remove = () => rm(dataFolder, { recursive: true, force: true });
  try {
    await fillDataFolder(dataFolder, posts);
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const server = spawn(process.execPath, ['--import', SAME_PRIORITY, main], {
      cwd: dataFolder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...plainEnvironment(),
        HOST: '127.0.0.1',
        PORT: String(port),
        DATA_DIR: dataFolder,
        SESSION_SECRET,
        // Each test has an address of its own (see site-test.ts), so that one reader's limits and views do not affect
        // another's.
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        ...settings,
      },
    });
    await answers(url, server);
    return { url, dataFolder, stop: () => end(server).then(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Resolves when the server answers. Its later output (warnings, errors) belongs to the run's output. */
async function answers(url: string, server: ChildProcess): Promise<void> {
  let said = '';
  let isUp = false;
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (text: Buffer) => {
      if (isUp) process.stderr.write(text);
      else said += text;
    });
  }
  const until = Date.now() + STARTS_WITHIN;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`The server did not start:\n${said}`);
    const answer = await fetch(`${url}/readyz`).then(readAtOnce, () => null);
    isUp = answer?.ok === true;
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await end(server);
  throw new Error(`The server did not answer within ${STARTS_WITHIN / 1000} s:\n${said}`);
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const gone = once(server, 'exit');
  server.kill('SIGTERM');
  await gone;
}
