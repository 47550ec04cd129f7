import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';

// npm run package: installers of the desktop app for this system, in out/installers, as electron-builder.yml says.
// Arguments go to electron-builder (`npm run package -- --dir` stops before the installers).

/** Not among the packages every clone installs: it weighs more than most of them together. */
const BUILDER = 'electron-builder@26.17.0';

/** "Name <address>" of whoever makes a .deb, which must name one (Debian policy §5.6.2). */
const MAINTAINER = 'DEB_MAINTAINER';

function linuxOptions(): string[] {
  const maintainer = process.env[MAINTAINER];
  if (maintainer) return [`--config.linux.maintainer=${maintainer}`];
  console.log(`No .deb is made: it names its maintainer, and ${MAINTAINER} ("Name <address>") is not set.`);
  return ['--config.linux.target=AppImage'];
}

buildDesktop();
const { status } = spawnSync(
  'npx',
  [
    ...['--yes', BUILDER, '--publish', 'never'],
    ...(process.platform === 'linux' ? linuxOptions() : []),
    ...process.argv.slice(2),
  ],
  { cwd: path.dirname(import.meta.dirname), stdio: 'inherit', shell: process.platform === 'win32' },
);
process.exitCode = status ?? 1;
