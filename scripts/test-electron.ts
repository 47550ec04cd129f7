import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { WHOLE } from '../tests/share.ts';
import { findElectron, NO_ELECTRON, REAL_ELECTRON } from './find-electron.ts';

// npm run test:electron: runs all of the desktop's specs in real Electron. `npm test` runs a share of them under a
// stand-in. With `-- --fetch`, Electron's program is downloaded first if it is missing.

const root = path.dirname(import.meta.dirname);
const FETCH = '--fetch';
const rest = process.argv.slice(2).filter((argument) => argument !== FETCH);

function fetched(): string | undefined {
  const program = path.join(root, 'node_modules/electron/install.js');
  if (!process.argv.includes(FETCH) || !existsSync(program)) return undefined;
  console.log('Fetching Electron (about 120 MB, once) …');
  spawnSync(process.execPath, [program], { cwd: root, stdio: 'inherit' });
  return findElectron();
}

const electron = findElectron() ?? fetched();
if (!electron) {
  console.error(`${NO_ELECTRON}\nThen: npm run test:electron\nOr both in one: npm run test:electron -- ${FETCH}`);
  process.exit(1);
}
const tests = [
  process.execPath,
  path.join(root, 'node_modules/playwright/cli.js'),
  'test',
  '--project=desktop',
  '--workers=1',
  '--grep-invert=@stand-in',
  ...rest,
];
// On Linux without a screen: Electron needs one, even if it is only in memory.
const isBlind = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;
const [command = '', ...args] = isBlind ? ['xvfb-run', '--auto-servernum', ...tests] : tests;
const { status, error } = spawnSync(command, args, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, [REAL_ELECTRON]: electron, [WHOLE]: '1' },
});
if (error && isBlind) console.error('There is no screen here. Install xvfb (Debian, Ubuntu: apt install xvfb).');
process.exitCode = status ?? 1;
