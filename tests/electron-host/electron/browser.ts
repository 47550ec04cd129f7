import path from 'node:path';
import { z } from 'zod';
import { type Chromium, startChromium } from '../browser/chromium.ts';
import { BROWSER_BEGUN, BROWSER_STARTED } from '../own-share.ts';
import { app } from './app.ts';
import { BROWSER_SETTINGS } from './browser-settings.ts';
import { startSchemeServer } from './scheme-server.ts';
import { session } from './session.ts';

const settings = z.object({ executable: z.string(), args: z.array(z.string()) });

let started: Promise<Chromium> | undefined;
/** Whether the test has the browser's address. */
let isTold = false;

/**
 * Starts the browser. Electron itself is the browser, so it must be there when an app is ready. The code that opens a
 * window gets the error of a failed start.
 */
export function warmBrowser(): void {
  started ??= start();
  started.catch(() => undefined);
}

/** Returns the browser behind all windows. Its folder is part of the app's user data. */
export async function browser(): Promise<Chromium> {
  warmBrowser();
  const chromium = await (started ?? start());
  if (!isTold) process.send?.({ type: 'browser', endpoint: chromium.endpoint, pid: chromium.process.pid });
  isTold = true;
  return chromium;
}

async function start(): Promise<Chromium> {
  const { executable, args } = settings.parse(JSON.parse(process.env[BROWSER_SETTINGS] ?? 'null'));
  const schemePort = await startSchemeServer(session.defaultSession.protocol);
  const profile = path.join(app.getPath('userData'), 'Chromium');
  performance.mark(BROWSER_BEGUN);
  const chromium = await startChromium({ executable, args, profile, schemePort });
  performance.mark(BROWSER_STARTED);
  process.once('exit', () => chromium.process.kill('SIGKILL'));
  return chromium;
}
