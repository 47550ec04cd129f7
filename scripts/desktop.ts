import { spawn } from 'node:child_process';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';
import { findElectron, NO_ELECTRON } from './find-electron.ts';

// npm run desktop: builds the app and starts it.

const electron = findElectron();
if (!electron) {
  console.error(`${NO_ELECTRON}\nThen: npm run desktop`);
  process.exit(1);
}
buildDesktop();
const child = spawn(electron, [path.dirname(import.meta.dirname), ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
