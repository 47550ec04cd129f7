import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BROWSER_ARGUMENTS, findBrowser } from '../../scripts/find-browser.ts';

export interface BrowserProcess {
  /** The port of its DevTools protocol. */
  port: number;
  stop(): Promise<void>;
}

const READY_WITHIN = 60_000;

/** Starts a Chromium without a window and with an empty profile, which is driven over the DevTools protocol. */
export async function startBrowser(): Promise<BrowserProcess> {
  const profile = mkdtempSync(path.join(tmpdir(), 'ninefold-bench-browser-'));
  const child = spawn(
    findBrowser(),
    ['--headless=new', ...BROWSER_ARGUMENTS, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // In a process group of its own: if the started program is a script, a signal to it alone would leave the browser
    // running.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const gone = once(child, 'exit');
  const signalAll = (signal: NodeJS.Signals) => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, signal);
    } catch {
      // No process is left.
    }
  };
  const stop = async () => {
    signalAll('SIGTERM');
    const timer = setTimeout(() => signalAll('SIGKILL'), 5000);
    await gone;
    clearTimeout(timer);
    signalAll('SIGKILL');
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    const port = await new Promise<number>((resolve, reject) => {
      let said = '';
      const timer = setTimeout(
        () => reject(new Error(`Chromium was not ready within a minute:\n${said}`)),
        READY_WITHIN,
      );
      child.stderr.on('data', (text) => {
        said += String(text);
        const found = /DevTools listening on ws:\/\/127\.0\.0\.1:(\d+)\//.exec(said)?.[1];
        if (!found) return;
        clearTimeout(timer);
        resolve(Number(found));
      });
      child.once('exit', () => reject(new Error(`Chromium ended:\n${said}`)));
    });
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
