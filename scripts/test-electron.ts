import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { findElectron, NO_ELECTRON, REAL_ELECTRON } from './find-electron.ts';

// npm run test:electron: the desktop's specs in real Electron. `npm test` runs the same under a stand-in.

const electron = findElectron();
if (!electron) {
  console.error(`${NO_ELECTRON}\nThen: npm run test:electron`);
  process.exit(1);
}
const root = path.dirname(import.meta.dirname);
const { status } = spawnSync(
  process.execPath,
  [
    path.join(root, 'node_modules/playwright/cli.js'),
    'test',
    '--project=desktop',
    '--workers=1',
    '--grep-invert=@stand-in',
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, [REAL_ELECTRON]: electron } },
);
process.exitCode = status ?? 1;
