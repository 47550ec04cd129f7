import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { type Cdp, openCdp } from './cdp.ts';

export interface Chromium {
  cdp: Cdp;
  process: ChildProcess;
  /** The address where a second client (the test) may connect: "ws://127.0.0.1:43211/devtools/browser/…". */
  endpoint: string;
}

export interface ChromiumOptions {
  executable: string;
  args: string[];
  /** The profile folder: the pages' stored data (IndexedDB, localStorage) stays there from start to start. */
  profile: string;
  /** The port on this computer that answers for the app's own schemes. */
  schemePort: number;
}

const STARTS_WITHIN = 120_000;

/** Starts a Chromium without a window. It ends with this process, because its pipe breaks. */
export async function startChromium({ executable, args, profile, schemePort }: ChromiumOptions): Promise<Chromium> {
  const child = spawn(
    executable,
    [
      '--headless',
      ...args,
      '--no-startup-window',
      `--user-data-dir=${profile}`,
      // Main reaches the page by the pipe; the test reaches it by the port.
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      `--host-resolver-rules=MAP *.standin.localhost 127.0.0.1:${schemePort}`,
      '--disable-features=IsolateOrigins,site-per-process',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
  );
  const [, , errors, input, output] = child.stdio as [null, null, Readable, Writable, Readable];
  const cdp = openCdp(input, output);
  return { cdp, process: child, endpoint: await endpointOf(child, errors) };
}

/** Reads the address from Chromium's output at its start. */
async function endpointOf(child: ChildProcess, errors: Readable): Promise<string> {
  let said = '';
  const found = new Promise<string>((resolve) => {
    errors.on('data', (text: Buffer) => {
      // Reading goes on forever: a full pipe would stop the browser.
      if (said.length < 20_000) said += text.toString('utf8');
      const [, endpoint] = /DevTools listening on (ws:\S+)/.exec(said) ?? [];
      if (endpoint) resolve(endpoint);
    });
  });
  const timeout = AbortSignal.timeout(STARTS_WITHIN);
  const failed = Promise.race([
    once(child, 'exit', { signal: timeout }),
    once(child, 'error', { signal: timeout }),
  ]).catch(() => null);
  const endpoint = await Promise.race([found, failed.then(() => null)]);
  if (endpoint === null) {
    child.kill('SIGKILL');
    throw new Error(`Chromium did not start:\n${said}`);
  }
  return endpoint;
}
