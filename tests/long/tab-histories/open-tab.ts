import type { Page } from 'playwright';
import type { BuiltServer } from '#tests/ai-stub/built-server.ts';
import { startKillableBrowser } from '../kills/killable-browser.ts';

export interface OpenTab {
  page: Page;
  /** Sends SIGKILL to the whole browser. */
  kill(): Promise<void>;
}

/**
 * Opens the admin in a Chromium on this profile, as the signed-in owner left it; time in its pages runs `speed` times
 * as fast.
 */
export async function openTab(server: BuiltServer, profile: string, speed: number): Promise<OpenTab> {
  const { context, kill } = await startKillableBrowser(profile);
  try {
    await context.addCookies([{ ...server.session, url: server.address, httpOnly: true, sameSite: 'Lax' }]);
    if (speed !== 1) await context.addInitScript(makeTimeFly, speed);
    const page = context.pages()[0] ?? (await context.newPage());
    await page.goto(`${server.address}/admin`);
    await page.getByText('Welcome, ').waitFor();
    return { page, kill };
  } catch (error) {
    await kill();
    throw error;
  }
}

/** Runs in the page before its own scripts: timers and the clock run so many times as fast. */
function makeTimeFly(speed: number): void {
  const opened = Date.now();
  const since = performance.now();
  Date.now = () => Math.floor(opened + (performance.now() - since) * speed);
  const { setTimeout: later, setInterval: again } = window;
  const faster = (ms: unknown) => Number(ms ?? 0) / speed;
  Object.assign(window, {
    setTimeout: (run: TimerHandler, ms?: number, ...rest: unknown[]) => later(run, faster(ms), ...rest),
    setInterval: (run: TimerHandler, ms?: number, ...rest: unknown[]) => again(run, faster(ms), ...rest),
  });
}
