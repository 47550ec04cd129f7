import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buildDesktop } from './build-desktop.ts';
import { signFeeds } from './sign-feeds.ts';

// npm run package: makes installers of the desktop app for this system, in out/installers, as electron-builder.yml
// says. Arguments go to electron-builder (`npm run package -- --dir` stops before the installers).

/**
 * electron-builder is not among the packages that every clone installs: it is larger than most of them together. It has
 * its own lockfile, so that a person who signs an installer runs the reviewed versions, and no script of a package
 * runs.
 */
const PACKAGER = ['scripts/packager', 'out/packager'] as const;

/**
 * The variable with the "Name <address>" of the person who makes a .deb, which must name its maintainer (Debian policy
 * §5.6.2).
 */
const MAINTAINER = 'DEB_MAINTAINER';

const root = path.dirname(import.meta.dirname);
/** The public key of the pair that `npm run update-key` makes. */
const PUBLIC_KEY = path.join(root, 'build/update-key.pem');

/**
 * Returns the options for the address where the packaged apps look for newer versions: UPDATE_FEED, the https address
 * of the folder with the feeds. Without the public key the app would accept no feed, so then no address is set.
 */
function feedOptions(): string[] {
  const feed = process.env.UPDATE_FEED;
  if (feed && existsSync(PUBLIC_KEY)) return ['--config.publish.provider=generic', `--config.publish.url=${feed}`];
  console.log('The app will not look for updates: UPDATE_FEED or build/update-key.pem is missing (docs/desktop.md).');
  return [];
}

/** Signs the feeds. UPDATE_SIGNING_KEY is the private key itself, in PEM. */
function signUpdates(): void {
  const privatePem = process.env.UPDATE_SIGNING_KEY;
  if (!privatePem || !existsSync(PUBLIC_KEY)) return;
  const names = signFeeds(path.join(root, 'out/installers'), {
    privatePem,
    publicPem: readFileSync(PUBLIC_KEY, 'utf8'),
  });
  console.log(`Signed: ${names.join(', ') || 'no feed'}`);
}

function linuxOptions(): string[] {
  const maintainer = process.env[MAINTAINER];
  if (maintainer) return [`--config.linux.maintainer=${maintainer}`];
  console.log(`No .deb is made: it names its maintainer, and ${MAINTAINER} ("Name <address>") is not set.`);
  return ['--config.linux.target=AppImage'];
}

/**
 * Installs the packager and returns the path of its program. Throws when it cannot be installed as its lockfile says.
 */
function installPackager(): string {
  const [from, to] = PACKAGER.map((folder) => path.join(root, folder)) as [string, string];
  cpSync(from, to, { recursive: true });
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: to,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error('electron-builder could not be installed.');
  return path.join(to, 'node_modules/electron-builder/cli.js');
}

buildDesktop();
const { status } = spawnSync(
  process.execPath,
  [
    ...[installPackager(), '--publish', 'never'],
    ...feedOptions(),
    ...(process.platform === 'linux' ? linuxOptions() : []),
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: 'inherit' },
);
if (status === 0) signUpdates();
process.exitCode = status ?? 1;
