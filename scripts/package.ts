import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';

// npm run package: installers of the desktop app for this system, in out/installers. Arguments go to electron-builder
// (`npm run package -- --dir` stops before the installers).

/** Not among the packages every clone installs: it weighs more than most of them together. */
const BUILDER = 'electron-builder@26.17.0';

buildDesktop();
const { status } = spawnSync(
  'npx',
  ['--yes', BUILDER, '--config', 'electron-builder.yml', '--publish', 'never', ...process.argv.slice(2)],
  { cwd: path.dirname(import.meta.dirname), stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exitCode = status ?? 1;
