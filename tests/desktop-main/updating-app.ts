import { app } from 'electron';
import { readUpdateSource } from '#desktop/main/updates/update-source.ts';
import { openUpdater } from '#desktop/main/updates/updater.ts';
import { systemTimers } from '#shared/kernel/timers.ts';

// An app that consists only of its updater, for lying-feed.test.ts: the real electron-updater, under the stand-in.

const said: string[] = [];
const log = { file: '', info: () => undefined, warn: () => undefined, error: (text: string) => said.push(text) };
const source = await readUpdateSource({
  resources: process.resourcesPath,
  isPackaged: app.isPackaged,
  platform: process.platform,
  appImage: process.env.APPIMAGE,
});
if (source.kind === 'feed')
  Object.assign(globalThis, {
    updater: await openUpdater({ ...source, fetchFeed: fetch, timers: systemTimers, log }),
  });
