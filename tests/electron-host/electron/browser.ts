import path from 'node:path';
import { z } from 'zod';
import { type Chromium, startChromium } from '../browser/chromium.ts';
import { app } from './app.ts';
import { BROWSER_SETTINGS } from './browser-settings.ts';
import { startSchemeServer } from './scheme-server.ts';
import { session } from './session.ts';

const settings = z.object({ executable: z.string(), args: z.array(z.string()) });

let started: Promise<Chromium> | undefined;

/** The browser behind all windows, started with the first of them. Its folder is part of the app's user data. */
export function browser(): Promise<Chromium> {
  started ??= start();
  return started;
}

async function start(): Promise<Chromium> {
  const { executable, args } = settings.parse(JSON.parse(process.env[BROWSER_SETTINGS] ?? 'null'));
  const schemePort = await startSchemeServer(session.defaultSession.protocol);
  const profile = path.join(app.getPath('userData'), 'Chromium');
  const chromium = await startChromium({ executable, args, profile, schemePort });
  process.once('exit', () => chromium.process.kill('SIGKILL'));
  process.send?.({ type: 'browser', endpoint: chromium.endpoint, pid: chromium.process.pid });
  return chromium;
}
