import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RESOURCES } from './electron/packaged.ts';
import { MAIN_BEGUN } from './own-share.ts';

// The entry point of a host: node boot.ts APP-FOLDER [arguments]. From here on 'electron' is the stand-in, for ES
// modules and CommonJS, and the app's built main script runs as Electron would run it.

const [, , appFolder = '.', ...rest] = process.argv;
const root = path.resolve(appFolder);
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { version: string; main?: string };
const electron = read(path.join(import.meta.dirname, '../../node_modules/electron/package.json'));

const standIn = pathToFileURL(path.join(import.meta.dirname, 'electron/index.ts')).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: standIn, shortCircuit: true }
      : next(specifier, context),
});

process.env.NINEFOLD_STAND_IN_APP = root;
Object.defineProperty(process.versions, 'electron', { value: electron.version, enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser' });
Object.defineProperty(process, 'defaultApp', { value: true });
Object.defineProperty(process, 'resourcesPath', {
  value: process.env[RESOURCES] ?? path.join(root, 'resources'),
});
process.argv = [process.argv[0] ?? '', root, ...rest];

const { startControl } = await import('./control.ts');
const { app } = await import('./electron/app.ts');
const { warmBrowser } = await import('./electron/browser.ts');
startControl();
performance.mark(MAIN_BEGUN);
await import(pathToFileURL(path.join(root, read(path.join(root, 'package.json')).main ?? 'index.js')).href);
warmBrowser();
app.becomeReady();
